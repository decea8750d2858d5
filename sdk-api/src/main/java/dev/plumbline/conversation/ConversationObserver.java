package dev.plumbline.conversation;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.Progress;

/**
 * A view of a conversation: override what it shows. Called in order, by one thread at a time, never under a lock; on the
 * host's UI thread when the runtime has a host. It looks and never steers: what it throws is reported once, and it misses
 * that event.
 */
public interface ConversationObserver {

    /** A user message was accepted. */
    default void onTurnStarted(Interaction.User input) {}

    /** The model is asked: once per turn, and again after each batch of tools. Rounds count from 1. */
    default void onRoundStarted(int round) {}

    /** More of the answer: append it. */
    default void onText(String piece) {}

    /** More of the reasoning. */
    default void onReasoning(String piece) {}

    /** Take back the text of this round: another wording follows. */
    default void onReset() {}

    /** A tool is about to run. */
    default void onToolCall(Interaction.ToolCall call) {}

    /**
     * How far it is, as the tool says; of several reports in a row it may be the last only.
     *
     * @param fraction 0 to 1
     * @param note a short text of the tool's
     */
    default void onToolProgress(Interaction.ToolCall call, double fraction, String note) {}

    /** Its outcome. */
    default void onToolResult(Interaction.ToolResult result) {}

    /** An entry was stored. */
    default void onEntry(Entry entry) {}

    /** The turn is over: exactly once, completed, failed or cancelled, and nothing of the turn after it. */
    default void onFinished(AiReturn ret) {}

    /** The progress of the turn, for a status line: at most every 100 ms, its first and last state always. */
    default void onProgress(Progress progress) {}

    /** Every event, also one without a method of its own; calls the methods above unless overridden. */
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
        } else if (event instanceof SessionEvent.Finished turn) {
            onFinished(turn.ret());
        }
    }
}
