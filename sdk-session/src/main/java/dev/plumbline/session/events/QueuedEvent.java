package dev.plumbline.session.events;

import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.conversation.SessionEvent.TurnProgress;

/** One event in a queue; a piece of text absorbs following pieces of its kind. Not thread-safe. */
final class QueuedEvent {
    private SessionEvent newest;
    private final StringBuilder words = new StringBuilder();
    private int pieces;

    QueuedEvent(SessionEvent event) {
        this.newest = event;
        this.pieces = event.pieces();
        this.words.append(words(event));
    }

    boolean isOf(Class<? extends SessionEvent> kind) {
        return kind.isInstance(newest);
    }

    boolean isText() {
        return isText(newest);
    }

    private static boolean isText(SessionEvent event) {
        return event instanceof SessionEvent.Text
                || event instanceof SessionEvent.Reasoning
                || event instanceof SessionEvent.ToolProposed;
    }

    int length() {
        return words.length();
    }

    /** Appends an event if it continues this one, whose number then becomes that of the newest piece. */
    boolean join(SessionEvent event) {
        boolean continues = (isText(event) || event instanceof SessionEvent.Heartbeat)
                && event.getClass() == newest.getClass()
                && event.ids().equals(newest.ids())
                && callOf(event) == callOf(newest);
        if (continues) {
            newest = event;
            pieces += event.pieces();
            words.append(words(event));
        }
        return continues;
    }

    /**
     * Returns whether a newer event replaces this one: newer progress of a call or turn replaces older progress; the
     * first and last state of a turn are always delivered.
     */
    boolean isReplacedBy(SessionEvent news) {
        if (news instanceof SessionEvent.ToolProgressed now) {
            return newest instanceof SessionEvent.ToolProgressed older
                    && older.call().id().equals(now.call().id());
        }
        return news instanceof SessionEvent.Progressed
                && newest instanceof SessionEvent.Progressed older
                && !older.progress().state().isOver()
                && older.progress().state() != TurnProgress.State.WORKING;
    }

    private static int callOf(SessionEvent event) {
        return event instanceof SessionEvent.ToolProposed piece ? piece.index() : 0;
    }

    SessionEvent event() {
        if (newest instanceof SessionEvent.Text text) {
            return new SessionEvent.Text(text.sequence(), text.ids(), words.toString(), pieces);
        }
        if (newest instanceof SessionEvent.ToolProposed piece) {
            return new SessionEvent.ToolProposed(
                    piece.sequence(), piece.ids(), piece.index(), piece.tool(), words.toString(), pieces);
        }
        return newest instanceof SessionEvent.Reasoning reasoning
                ? new SessionEvent.Reasoning(reasoning.sequence(), reasoning.ids(), words.toString(), pieces)
                : newest;
    }

    private static String words(SessionEvent event) {
        if (event instanceof SessionEvent.Text text) {
            return text.piece();
        }
        if (event instanceof SessionEvent.ToolProposed piece) {
            return piece.arguments();
        }
        return event instanceof SessionEvent.Reasoning reasoning ? reasoning.piece() : "";
    }
}
