package dev.plumbline.session.events;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.event.CallIds;
import dev.plumbline.session.state.ConversationChange;
import dev.plumbline.session.state.ConversationChange.CallEnded;
import dev.plumbline.session.state.ConversationChange.CallStarted;
import dev.plumbline.session.state.ConversationChange.EntryAppended;
import dev.plumbline.session.state.ConversationChange.HeadMoved;
import dev.plumbline.session.state.ConversationChange.Interjected;
import dev.plumbline.session.state.ConversationChange.InterjectionAppended;
import dev.plumbline.session.state.ConversationChange.MessageQueued;
import dev.plumbline.session.state.ConversationChange.MessageWithdrawn;
import dev.plumbline.session.state.ConversationChange.Summarized;
import dev.plumbline.session.state.ConversationChange.TurnBegun;
import dev.plumbline.session.state.ConversationChange.TurnEnded;
import dev.plumbline.session.state.ConversationState;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** The events of views that show a change of their branch. */
final class ChangeEvents {
    private ChangeEvents() {}

    /**
     * Returns the event of a change by its number; null if views need none.
     *
     * @param after the state after the change
     */
    static @Nullable LongFunction<SessionEvent> of(CallIds ids, ConversationChange change, ConversationState after) {
        if (change instanceof EntryAppended appended) {
            return number -> new SessionEvent.EntryAppended(number, ids, appended.entry());
        } else if (change instanceof InterjectionAppended heard) {
            return number -> new SessionEvent.EntryAppended(number, ids, heard.entry());
        } else if (change instanceof CallStarted call) {
            return call.published() ? number -> new SessionEvent.ToolCalled(number, ids, call.call()) : null;
        } else if (change instanceof CallEnded call) {
            return number -> new SessionEvent.ToolFinished(number, ids, call.result());
        } else if (change instanceof HeadMoved moved) {
            return moved.published()
                    ? number -> new SessionEvent.BranchMoved(
                            number, ids, after.tree().head(moved.branch()))
                    : null;
        } else if (change instanceof Summarized summary) {
            return number ->
                    new SessionEvent.BranchMoved(number, ids, after.tree().head(summary.branch()));
        }
        return ofTurn(ids, change);
    }

    private static @Nullable LongFunction<SessionEvent> ofTurn(CallIds ids, ConversationChange change) {
        if (change instanceof TurnBegun turn && turn.input() != null) {
            Interaction.User input = turn.input();
            return number -> new SessionEvent.TurnStarted(number, ids, input, turn.branch());
        } else if (change instanceof TurnEnded turn && turn.ret() != null) {
            AiReturn ret = turn.ret();
            return number -> new SessionEvent.TurnFinished(number, ret.ids(), ret);
        } else if (change instanceof MessageQueued queued) {
            return number ->
                    new SessionEvent.TurnQueued(number, ids, queued.message().input());
        } else if (change instanceof MessageWithdrawn) {
            return number -> new SessionEvent.TurnWithdrawn(number, ids);
        } else if (change instanceof Interjected said) {
            return number ->
                    new SessionEvent.Interjected(number, ids, said.input().text());
        }
        return null;
    }
}
