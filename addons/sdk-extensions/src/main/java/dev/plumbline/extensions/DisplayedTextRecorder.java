package dev.plumbline.extensions;

import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.plugin.Contributions;
import dev.plumbline.plugin.Extension;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * An extension that records the text that views were given in each turn, without text that was taken back. After a
 * cancellation it ends where the display ended. It keeps the latest 256 turns. Thread-safe.
 */
public final class DisplayedTextRecorder implements Extension {
    private static final int REMEMBERED = 256;

    private final Map<String, Turn> turns = new LinkedHashMap<>();

    private DisplayedTextRecorder() {}

    /** Returns an empty recorder. */
    public static DisplayedTextRecorder create() {
        return new DisplayedTextRecorder();
    }

    @Override
    public String id() {
        return "shown-text";
    }

    @Override
    public void contribute(Contributions to) {
        to.addView(new ConversationObserver() {
            @Override
            public void onEvent(SessionEvent event) {
                see(event);
            }
        });
    }

    /** Returns the displayed text of a turn by its id, as in events; empty for an unknown turn. */
    public synchronized String ofTurn(String turn) {
        return turns.getOrDefault(turn, Turn.NOTHING).text();
    }

    private synchronized void see(SessionEvent event) {
        Turn before = turns.getOrDefault(event.ids().turn(), Turn.NOTHING);
        if (event instanceof SessionEvent.RoundStarted) {
            keep(event.ids().turn(), new Turn(before.text(), ""));
        } else if (event instanceof SessionEvent.Text more) {
            keep(event.ids().turn(), new Turn(before.settled(), before.round() + more.piece()));
        } else if (event instanceof SessionEvent.Reset) {
            keep(event.ids().turn(), new Turn(before.settled(), ""));
        }
    }

    private void keep(String turn, Turn shown) {
        turns.put(turn, shown);
        if (turns.size() > REMEMBERED) {
            turns.remove(turns.keySet().iterator().next());
        }
    }

    @Override
    public String toString() {
        return "DisplayedTextRecorder";
    }

    /** The final text of a turn, and the text of the round that may still be taken back. */
    private record Turn(String settled, String round) {
        static final Turn NOTHING = new Turn("", "");

        String text() {
            return settled + round;
        }
    }
}
