package dev.plumbline.session;

import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.DeltaSink;
import dev.plumbline.call.Fold;
import dev.plumbline.event.CallIds;
import dev.plumbline.extend.SessionEvent;

/**
 * The last hop of one call's deltas: what comes here is shown, and is what a turn keeps when it is ended in the middle.
 * It closes with the turn; what comes later is dropped.
 */
final class Shown implements DeltaSink {
    private final Conversation conversation;
    private final Turn turn;
    private final CallIds ids;
    private final Fold fold = Fold.start();
    private boolean visible;
    private volatile boolean delivered;

    Shown(Conversation conversation, Turn turn, CallIds ids) {
        this.conversation = conversation;
        this.turn = turn;
        this.ids = ids;
    }

    @Override
    public void accept(AiDelta delta) {
        conversation.during(turn, () -> take(delta));
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

    private void take(AiDelta delta) {
        if (!turn.isShowing(this)) {
            return;
        }
        fold.accept(delta);
        if (delta instanceof AiDelta.Text text && !text.text().isEmpty()) {
            show(conversation.feed().offer(number -> new SessionEvent.Text(number, ids, text.text())));
        } else if (delta instanceof AiDelta.Reasoning reasoning
                && !reasoning.text().isEmpty()) {
            show(conversation.feed().offer(number -> new SessionEvent.Reasoning(number, ids, reasoning.text())));
        } else if (delta instanceof AiDelta.Reset && visible) {
            visible = false;
            conversation.feed().offer(number -> new SessionEvent.Reset(number, ids));
        }
    }

    private void show(boolean reached) {
        visible = true;
        delivered |= reached;
    }
}
