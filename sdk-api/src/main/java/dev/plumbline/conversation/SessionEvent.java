package dev.plumbline.conversation;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.TurnProgress;
import dev.plumbline.json.Json;
import dev.plumbline.ui.Question;
import java.time.Duration;

/**
 * What a view can see, numbered without gaps per session: 1, 2, 3, … Pieces of text that were joined for a view have the number
 * of the last. Immutable; {@code toString} of what it carries shows kind and length only.
 */
public sealed interface SessionEvent {

    /** Its number. */
    long sequence();

    /** Session, turn, round. */
    CallIds ids();

    /**
     * A user message was accepted.
     *
     * @param branch of the conversation; all events with this turn's id belong to it
     */
    record TurnStarted(long sequence, CallIds ids, Interaction.User input, String branch) implements SessionEvent {}

    /** The model is asked. */
    record RoundStarted(long sequence, CallIds ids) implements SessionEvent {}

    /** More of the answer. */
    record Text(long sequence, CallIds ids, String piece) implements SessionEvent {
        @Override
        public String toString() {
            return "Text[" + sequence + ", " + piece.length() + " characters]";
        }
    }

    /** More of the reasoning. */
    record Reasoning(long sequence, CallIds ids, String piece) implements SessionEvent {
        @Override
        public String toString() {
            return "Reasoning[" + sequence + ", " + piece.length() + " characters]";
        }
    }

    /** The text that this round showed is withdrawn; another text follows. */
    record Reset(long sequence, CallIds ids) implements SessionEvent {}

    /** A tool is about to run. */
    record ToolCalled(long sequence, CallIds ids, Interaction.ToolCall call) implements SessionEvent {}

    /**
     * A tool says how far it is. What a view has not seen yet is replaced by newer news of the same call.
     *
     * @param fraction 0 to 1
     * @param note a short text of the tool's, for the user
     */
    record ToolProgressed(long sequence, CallIds ids, Interaction.ToolCall call, double fraction, String note)
            implements SessionEvent {
        @Override
        public String toString() {
            return "ToolProgressed[" + sequence + ", " + fraction + ", " + note.length() + " characters]";
        }
    }

    /** A tool call has its outcome. */
    record ToolFinished(long sequence, CallIds ids, Interaction.ToolResult result) implements SessionEvent {}

    /** An entry was stored. */
    record EntryAppended(long sequence, CallIds ids, ConversationEntry entry) implements SessionEvent {}

    /**
     * A piece of a tool call, as the model writes it; the call is not decided yet. Published only if enabled in the options;
     * pieces are joined as text is, and a reset takes them back.
     *
     * @param index which call of this answer
     * @param tool its name, once the model has said it
     * @param arguments what is appended to its arguments
     */
    record ToolProposed(long sequence, CallIds ids, int index, String tool, String arguments) implements SessionEvent {
        @Override
        public String toString() {
            return "ToolProposed[" + sequence + ", " + arguments.length() + " characters]";
        }
    }

    /**
     * The turn still runs, and there was no other event for a while. Published only if enabled in the options.
     *
     * @param running since it began
     */
    record Heartbeat(long sequence, CallIds ids, Duration running) implements SessionEvent {}

    /**
     * A person is asked, and whoever asks waits for the answer already. A view may answer as well as the handler of questions:
     * the first answer counts.
     */
    record QuestionAsked(long sequence, CallIds ids, Question question) implements SessionEvent {
        @Override
        public String toString() {
            return "QuestionAsked[" + sequence + ", " + question.options().size() + " options]";
        }
    }

    /** A person spoke in the middle of the turn; what they said is stored behind the results of the round. */
    record Interjected(long sequence, CallIds ids, String text) implements SessionEvent {
        @Override
        public String toString() {
            return "Interjected[" + sequence + ", " + text.length() + " characters]";
        }
    }

    /**
     * An event that an extension publishes in its own form.
     *
     * @param extension the name of the hook that publishes it
     * @param news for views that know it
     */
    record Custom(long sequence, CallIds ids, String extension, Json news) implements SessionEvent {
        @Override
        public String toString() {
            return "Custom[" + sequence + ", " + extension + "]";
        }
    }

    /** The branch was made, and this is the first event of its session. */
    record BranchCreated(long sequence, CallIds ids, String branch) implements SessionEvent {}

    /** The branch goes on behind another entry: what a view showed of it ends there now. */
    record BranchMoved(long sequence, CallIds ids, ConversationEntry from) implements SessionEvent {}

    /** The session's latest turn is somewhere else; it belongs to no turn, and what nobody has seen is replaced by newer news. */
    record Progressed(long sequence, CallIds ids, TurnProgress progress) implements SessionEvent {}

    /** The turn is over; nothing of it follows. */
    record TurnFinished(long sequence, CallIds ids, AiReturn ret) implements SessionEvent {
        @Override
        public String toString() {
            return "TurnFinished[" + sequence + ", " + ret.status() + "]";
        }
    }
}
