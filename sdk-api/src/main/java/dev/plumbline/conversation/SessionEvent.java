package dev.plumbline.conversation;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.AiError;
import dev.plumbline.event.CallIds;
import dev.plumbline.json.Json;
import dev.plumbline.ui.Question;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * An event of a session for its views, numbered per session: 1, 2, 3, … For a view that is late, pieces of text are joined
 * into one event with the number of the last, and older progress is left out. A reader can tell that from a loss: the
 * number of an event is that of the event before it plus its {@link #pieces}. Immutable; the {@code toString} of its
 * content shows kind and length only.
 */
public sealed interface SessionEvent {

    /** Returns its number. */
    long sequence();

    /** Returns the ids of session, turn and round. */
    CallIds ids();

    /**
     * Returns the number of events that this one stands for: 1, more for joined pieces of text, and 0 for progress and heart
     * beats, which a newer one replaces. Those have the number of the event before them.
     */
    default int pieces() {
        return 1;
    }

    /**
     * A message waits until the turns before it are over ({@code BusyAction.QUEUE}). {@link TurnStarted} or {@link
     * TurnWithdrawn} follows, with the same turn id.
     */
    record TurnQueued(long sequence, CallIds ids, Interaction.User input) implements SessionEvent {}

    /**
     * A queued turn was cancelled before it began. Its message waits no more; if the session was closed, it stays stored and
     * waits for the user's decision.
     */
    record TurnWithdrawn(long sequence, CallIds ids) implements SessionEvent {}

    /**
     * A user message was accepted.
     *
     * @param branch the branch of the conversation; all events with this turn's id belong to it
     */
    record TurnStarted(long sequence, CallIds ids, Interaction.User input, String branch) implements SessionEvent {}

    /** The model is called. */
    record RoundStarted(long sequence, CallIds ids) implements SessionEvent {}

    /** The next piece of the answer. */
    record Text(long sequence, CallIds ids, String piece, int pieces) implements SessionEvent {
        /** Creates an event of one piece. */
        public Text(long sequence, CallIds ids, String piece) {
            this(sequence, ids, piece, 1);
        }

        @Override
        public String toString() {
            return "Text[" + sequence + ", " + piece.length() + " characters]";
        }
    }

    /** The next piece of the reasoning. */
    record Reasoning(long sequence, CallIds ids, String piece, int pieces) implements SessionEvent {
        /** Creates an event of one piece. */
        public Reasoning(long sequence, CallIds ids, String piece) {
            this(sequence, ids, piece, 1);
        }

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
     * A tool reports progress. A report that a view has not received yet is replaced by a newer one of the same call.
     *
     * @param fraction 0 to 1
     * @param note a short text from the tool, for the user
     */
    record ToolProgressed(long sequence, CallIds ids, Interaction.ToolCall call, double fraction, String note)
            implements SessionEvent {
        @Override
        public int pieces() {
            return 0;
        }

        @Override
        public String toString() {
            return "ToolProgressed[" + sequence + ", " + fraction + ", " + note.length() + " characters]";
        }
    }

    /** A tool call has its result. */
    record ToolFinished(long sequence, CallIds ids, Interaction.ToolResult result) implements SessionEvent {}

    /** An entry was stored. */
    record EntryAppended(long sequence, CallIds ids, ConversationEntry entry) implements SessionEvent {}

    /**
     * A piece of a tool call, as the model writes it; it is not decided yet whether the call runs. Published only if
     * enabled in the options; pieces are joined as text is, and a reset withdraws them.
     *
     * @param index the number of the call in this answer
     * @param tool its name, once the model has sent it
     * @param arguments the text to append to its arguments
     */
    record ToolProposed(long sequence, CallIds ids, int index, String tool, String arguments, int pieces)
            implements SessionEvent {
        /** Creates an event of one piece. */
        public ToolProposed(long sequence, CallIds ids, int index, String tool, String arguments) {
            this(sequence, ids, index, tool, arguments, 1);
        }

        @Override
        public String toString() {
            return "ToolProposed[" + sequence + ", " + arguments.length() + " characters]";
        }
    }

    /**
     * The turn still runs, and there was no other event for a while. Published only if enabled in the options.
     *
     * @param running the time since the turn began
     */
    record Heartbeat(long sequence, CallIds ids, Duration running) implements SessionEvent {
        @Override
        public int pieces() {
            return 0;
        }
    }

    /**
     * The user is asked a question, and the turn already waits for the answer. A view may answer as well as the handler
     * of questions: the first answer counts.
     */
    record QuestionAsked(long sequence, CallIds ids, Question question) implements SessionEvent {
        @Override
        public String toString() {
            return "QuestionAsked[" + sequence + ", " + question.options().size() + " options]";
        }
    }

    /** The user interjected a message during the turn; it is stored after the results of the round. */
    record Interjected(long sequence, CallIds ids, String text) implements SessionEvent {
        @Override
        public String toString() {
            return "Interjected[" + sequence + ", " + text.length() + " characters]";
        }
    }

    /**
     * An event that an extension publishes in its own form.
     *
     * @param extension the name of the hook, tool or policy that publishes it
     * @param data the data, for views that know its form
     */
    record Custom(long sequence, CallIds ids, String extension, Json data) implements SessionEvent {
        @Override
        public String toString() {
            return "Custom[" + sequence + ", " + extension + "]";
        }
    }

    /** The branch was created; this is the first event of its session. */
    record BranchCreated(long sequence, CallIds ids, String branch) implements SessionEvent {}

    /**
     * The branch continues after another entry, or other parts of the tree have changed: an entry was deleted or a
     * branch was named. A view removes the entries after that one, and reads the tree again if it shows it.
     */
    record BranchMoved(long sequence, CallIds ids, ConversationEntry from) implements SessionEvent {}

    /**
     * The conversation cannot be written into its journal, or can be written again; once for each outage. Its records
     * wait in memory meanwhile and are written when the store works again.
     *
     * @param failure why it cannot be written; empty once it can
     */
    record JournalStatus(long sequence, CallIds ids, Optional<AiError> failure) implements SessionEvent {}

    /**
     * The progress of the session's latest turn has changed. The event belongs to no turn, and a newer one replaces it
     * in a queue.
     */
    record Progressed(long sequence, CallIds ids, TurnProgress progress) implements SessionEvent {
        @Override
        public int pieces() {
            return 0;
        }
    }

    /** The turn is over; no event of it follows. */
    record TurnFinished(long sequence, CallIds ids, AiReturn ret) implements SessionEvent {
        @Override
        public String toString() {
            return "TurnFinished[" + sequence + ", " + ret.status() + "]";
        }
    }

    /**
     * The progress of a turn, for a status line.
     *
     * @param state the state of the turn
     * @param label a short text for the user, made of states, counts and the names of tools
     * @param percent 0 to 100 if it is known: of a batch of tools, and at the end
     * @param until the end of the wait, while it waits
     */
    record TurnProgress(State state, String label, OptionalInt percent, Optional<Instant> until) {
        /** The progress without a turn. */
        public static final TurnProgress IDLE =
                new TurnProgress(State.IDLE, "Ready", OptionalInt.empty(), Optional.empty());

        public TurnProgress {
            Objects.requireNonNull(state, "state");
            Objects.requireNonNull(label, "label");
            Objects.requireNonNull(percent, "percent");
            Objects.requireNonNull(until, "until");
        }

        /**
         * Written by hand, because the JDK's equals of records is linked with method handles, which delays a first call
         * (0063).
         */
        @Override
        public boolean equals(Object other) {
            return other instanceof TurnProgress progress
                    && state == progress.state
                    && label.equals(progress.label)
                    && percent.equals(progress.percent)
                    && until.equals(progress.until);
        }

        @Override
        public int hashCode() {
            return 31 * (31 * (31 * state.hashCode() + label.hashCode()) + percent.hashCode()) + until.hashCode();
        }

        /** The states of a turn on a status line. */
        public enum State {
            /** No turn has begun. */
            IDLE,
            /** The model is called, or the next step is decided. */
            WORKING,
            /** The answer arrives. */
            STREAMING,
            /** Tools run. */
            TOOL_EXECUTING,
            /** A call waits: for another attempt, or for a limit of the provider. */
            WAITING,
            /** The turn was cancelled and has not ended yet. */
            CANCELLING,
            /** The turn was stopped. */
            CANCELLED,
            /** The turn has its answer. */
            COMPLETED,
            /** The turn failed. */
            FAILED;

            /** Returns whether the turn is over. */
            public boolean isOver() {
                return this == CANCELLED || this == COMPLETED || this == FAILED;
            }
        }
    }
}
