package dev.plumbline.extensions;

import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.plugin.Contributions;
import dev.plumbline.plugin.Extension;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What people were shown: the text of each turn as far as views have got it, what was taken back left out. After a cancel it
 * ends where the screen ended. An extension and a record of its own: give it to the runtime, and ask it. It remembers the
 * newest 256 turns. Safe for any number of threads.
 */
public final class DisplayedTextRecorder implements Extension {
    private static final int REMEMBERED = 256;

    private final Map<String, Turn> turns = new LinkedHashMap<>();

    private DisplayedTextRecorder() {}

    /** One that has seen nothing yet. */
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

    /** What was shown of that turn, which events of views and telemetry name; empty for one it does not remember. */
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

    /** What stays of a turn, and the round that may still be taken back. */
    private record Turn(String settled, String round) {
        static final Turn NOTHING = new Turn("", "");

        String text() {
            return settled + round;
        }
    }
}
