package dev.plumbline.conversation;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.conversation.SessionEvent.TurnProgress;

/**
 * A view of a conversation: override the methods for the events that it shows. Called in order, by one thread at a
 * time, never under a lock; on the host's UI thread if the runtime has a host. An observer never steers: its exception
 * is reported once, and it misses that event.
 */
public interface ConversationObserver {

    /** Called when a user message was accepted. */
    default void onTurnStarted(Interaction.User input) {}

    /** Called when the model is called: once per turn, and again after each batch of tools. Rounds count from 1. */
    default void onRoundStarted(int round) {}

    /** Called with the next piece of the answer; append it. */
    default void onText(String piece) {}

    /** Called with the next piece of the reasoning. */
    default void onReasoning(String piece) {}

    /** Called when the text of this round is withdrawn, because another text follows. */
    default void onReset() {}

    /** Called when a tool is about to run. */
    default void onToolCall(Interaction.ToolCall call) {}

    /**
     * Called when a tool reports progress; of several reports in a row it may be the last only.
     *
     * @param fraction 0 to 1
     * @param note a short text from the tool
     */
    default void onToolProgress(Interaction.ToolCall call, double fraction, String note) {}

    /** Called with the result of a tool call. */
    default void onToolResult(Interaction.ToolResult result) {}

    /** Called when an entry was stored. */
    default void onEntry(ConversationEntry entry) {}

    /** Called exactly once when the turn is over: completed, failed or cancelled. No event of the turn follows. */
    default void onFinished(AiReturn ret) {}

    /**
     * Called with the progress of the turn, for a status line: at most every 100 ms, its first and last state always.
     */
    default void onProgress(TurnProgress progress) {}

    /** Called with every event, also one without a method of its own; by default it calls the methods above. */
    default void onEvent(SessionEvent event) {
        if (event instanceof SessionEvent.Text said) {
            onText(said.piece());
        } else if (event instanceof SessionEvent.Reasoning said) {
            onReasoning(said.piece());
        } else if (event instanceof SessionEvent.TurnStarted turn) {
            onTurnStarted(turn.input());
        } else if (event instanceof SessionEvent.RoundStarted round) {
            onRoundStarted(round.ids().round());
        } else if (event instanceof SessionEvent.Reset) {
            onReset();
        } else if (event instanceof SessionEvent.ToolCalled tool) {
            onToolCall(tool.call());
        } else if (event instanceof SessionEvent.ToolProgressed tool) {
            onToolProgress(tool.call(), tool.fraction(), tool.note());
        } else if (event instanceof SessionEvent.ToolFinished tool) {
            onToolResult(tool.result());
        } else if (event instanceof SessionEvent.EntryAppended stored) {
            onEntry(stored.entry());
        } else if (event instanceof SessionEvent.Progressed now) {
            onProgress(now.progress());
        } else if (event instanceof SessionEvent.TurnFinished turn) {
            onFinished(turn.ret());
        }
    }
}
