package dev.plumbline.session;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.DeltaSink;
import dev.plumbline.call.Fold;
import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.event.CallIds;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The last hop of one call's deltas: what comes here is shown, and is what a turn keeps when it is ended in the middle.
 * It closes with the turn; what comes later is dropped.
 */
final class Shown implements DeltaSink {
    private final Conversation conversation;
    private final Turn turn;
    private final CallIds ids;
    private final Fold fold = Fold.start();
    private final boolean proposals;
    private final Map<Integer, String> proposed = new HashMap<>();
    private boolean visible;
    private volatile boolean delivered;

    Shown(Conversation conversation, Turn turn, CallIds ids) {
        this.conversation = conversation;
        this.turn = turn;
        this.ids = ids;
        this.proposals = turn.ask.options().toolProposals().orElse(false);
    }

    @Override
    public void accept(AiDelta delta) {
        conversation.quickly(turn, () -> take(delta));
    }

    /** Whether this call's content reached somebody's mailbox, from which nothing is taken back. */
    @Override
    public boolean delivered() {
        return delivered;
    }

    /** What has come so far; under the lock. */
    AiReturn soFar() {
        return fold.toReturn();
    }

    /** Tells views what is stored in the place of what they saw, if they saw anything; under the lock. */
    void retell(List<Interaction> stored) {
        if (visible) {
            visible = false;
            conversation.feed.offer(number -> new SessionEvent.Reset(number, ids));
            String reasoning = words(stored, Part.Reasoning.class);
            String text = words(stored, Part.Text.class);
            if (!reasoning.isEmpty()) {
                show(conversation.feed.offer(number -> new SessionEvent.Reasoning(number, ids, reasoning)));
            }
            if (!text.isEmpty()) {
                show(conversation.feed.offer(number -> new SessionEvent.Text(number, ids, text)));
            }
        }
    }

    private static String words(List<Interaction> stored, Class<? extends Part> kind) {
        return stored.stream()
                .filter(Interaction.Assistant.class::isInstance)
                .flatMap(answer -> ((Interaction.Assistant) answer).parts().stream())
                .filter(kind::isInstance)
                .map(Shown::words)
                .collect(Collectors.joining());
    }

    private static String words(Part part) {
        return part instanceof Part.Text text
                ? text.text()
                : part instanceof Part.Reasoning reasoning ? reasoning.text() : "";
    }

    private void take(AiDelta delta) {
        if (!turn.isShowing(this)) {
            return;
        }
        fold.accept(delta);
        if (delta instanceof AiDelta.Text text && !text.text().isEmpty()) {
            show(conversation.feed.offer(number -> new SessionEvent.Text(number, ids, text.text())));
        } else if (delta instanceof AiDelta.Reasoning reasoning
                && !reasoning.text().isEmpty()) {
            show(conversation.feed.offer(number -> new SessionEvent.Reasoning(number, ids, reasoning.text())));
        } else if (delta instanceof AiDelta.ToolCallPart piece && proposals) {
            propose(piece);
        } else if (delta instanceof AiDelta.Reset) {
            takeBack();
        }
    }

    private void propose(AiDelta.ToolCallPart piece) {
        String tool = proposed.merge(piece.index(), piece.name(), (known, more) -> known.isEmpty() ? more : known);
        show(conversation.feed.offer(
                number -> new SessionEvent.ToolProposed(number, ids, piece.index(), tool, piece.arguments())));
    }

    private void takeBack() {
        proposed.clear();
        if (visible) {
            visible = false;
            conversation.feed.offer(number -> new SessionEvent.Reset(number, ids));
        }
    }

    private void show(boolean reached) {
        visible = true;
        delivered |= reached;
    }
}
