package dev.plumbline.tool;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Selector;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiReturn.Trace;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.call.State;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.event.AiError;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.TelemetryObserver;
import dev.plumbline.json.Json;
import dev.plumbline.time.Subscription;
import dev.plumbline.ui.Question;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/** Runs tool calls and returns every outcome as an envelope. Thread-safe. */
public interface IToolExecutor extends AutoCloseable {

    /** Runs the calls and returns one envelope per call, in call order; blocks until all have ended; never throws. */
    List<ToolEnvelope> execute(List<Interaction.ToolCall> calls, CallScope scope);

    /** Returns the tools that a filter selects, in the natural order of their names: capitals first. */
    List<ToolDefinition> definitions(Selector filter);

    /**
     * Returns the policies around tool calls in effective order, outermost first: name, their tools, and {@code @owner}
     * if not the host's.
     */
    default List<String> policies() {
        return List.of();
    }

    /** Returns the number of tools that still run although their call is over, because they ignore cancellation. */
    default int abandonedCount() {
        return 0;
    }

    /** Ends its threads; idempotent. */
    @Override
    void close();

    /**
     * The session context in which tool calls run.
     *
     * @param ids the ids of session, turn and round
     * @param toolFilter the filter of tools; checked again when a call runs, not only when tools are offered
     * @param conversation the path so far
     * @param cancellation cancels running tools
     * @param state the state of the session
     * @param approvals the state that stores approvals, with the scopes of {@code state}; for the executor alone: no
     *     tool, policy or hook has access to it
     * @param observer the receiver of telemetry
     * @param parallel how many of these calls may run at once, at least 1
     * @param listener the listener notified of each call as it runs
     */
    record CallScope(
            CallIds ids,
            Selector toolFilter,
            List<Interaction> conversation,
            Cancellation cancellation,
            State state,
            State approvals,
            TelemetryObserver observer,
            int parallel,
            CallListener listener) {
        public CallScope {
            Objects.requireNonNull(ids, "ids");
            Objects.requireNonNull(toolFilter, "toolFilter");
            Objects.requireNonNull(conversation, "conversation");
            Objects.requireNonNull(cancellation, "cancellation");
            Objects.requireNonNull(state, "state");
            Objects.requireNonNull(approvals, "approvals");
            Objects.requireNonNull(observer, "observer");
            Objects.requireNonNull(listener, "listener");
            if (parallel < 1) {
                throw new IllegalArgumentException("at least 1 call runs at a time");
            }
        }

        /** Notifies the listener; its exception is ignored. */
        public void tell(Consumer<CallListener> news) {
            try {
                news.accept(listener);
            } catch (RuntimeException | Error dropped) {
                // a listener never steers; its owner reports its failures
            }
        }

        /** Returns a copy that notifies this listener. */
        public CallScope withWatch(CallListener other) {
            return new CallScope(
                    ids, toolFilter, conversation, cancellation, state, approvals, observer, parallel, other);
        }
    }

    /**
     * The arguments with which a call runs. A change must be stored beside the call, because the call itself is sent back
     * to the model as the model wrote it.
     *
     * @param arguments those of the call, unless a person or a tool policy has changed them
     * @param isEdited whether a person changed them in an approval; the model then reads which ones ran
     */
    record RunArguments(Json arguments, boolean isEdited) {
        public RunArguments {
            Objects.requireNonNull(arguments, "arguments");
        }

        /**
         * Written by hand, because the JDK's equals of records is linked with method handles, which delays a first call
         * (0063).
         */
        @Override
        public boolean equals(Object other) {
            return this == other
                    || (other instanceof RunArguments same
                            && isEdited == same.isEdited
                            && arguments.equals(same.arguments));
        }

        @Override
        public int hashCode() {
            return 31 * arguments.hashCode() + Boolean.hashCode(isEdited);
        }

        /** Returns those that the model wrote. */
        public static RunArguments of(Interaction.ToolCall call) {
            return new RunArguments(call.arguments(), false);
        }

        /** Returns the envelope of the call that ran with them: {@linkplain ToolEnvelope#withEdited marked} if edited. */
        public ToolEnvelope mark(ToolEnvelope envelope) {
            return isEdited ? envelope.withEdited(arguments) : envelope;
        }
    }

    /**
     * Listens to the progress of each call: on the thread that runs it, so on several threads if several calls run at
     * once. Its exceptions are ignored.
     */
    interface CallListener {
        /** A listener that ignores all events. */
        CallListener NONE = new CallListener() {};

        /**
         * Called when the call is about to run, or to be answered instead of its tool; and again before the tool itself
         * runs, if a policy around it has changed the arguments since then, or runs it once more with others.
         *
         * @param call the call as the model wrote it
         * @param with the arguments with which it runs, after the approval; the last ones count
         */
        default void starting(Interaction.ToolCall call, RunArguments with) {}

        /**
         * Called when the tool reports progress.
         *
         * @param fraction 0 to 1
         * @param note a short text for the user
         */
        default void progressed(Interaction.ToolCall call, double fraction, String note) {}

        /**
         * Called with the decisions and times of the policies around the call, right before {@link #finished}; not for
         * tools that do not exist.
         *
         * @param trace the whole call first, under the tool's name, then its policies as {@code tool/policy}, outermost first,
         *     and the tool itself as {@code tool/run}
         */
        default void traced(Interaction.ToolCall call, Trace trace) {}

        /** Called when the tool tells views news in a form of its own. */
        default void published(Interaction.ToolCall call, Json news) {}

        /** Called when the user is asked that question. */
        default void asked(Question question) {}

        /** Called when the user is asked; the turn's time is paused until the subscription is closed. */
        default Subscription asking() {
            return () -> {};
        }

        /** Returns the language in which the person is asked; empty for that of the host application. */
        default Optional<Locale> locale() {
            return Optional.empty();
        }

        /** Returns options that make a session a child of the turn these calls belong to. */
        default SessionOptions child() {
            return SessionOptions.none();
        }

        /** Returns all branches of the conversation that these calls belong to; an empty tree if there is none. */
        default ConversationTree tree() {
            return ConversationTree.empty();
        }

        /** Returns the name of the branch whose turn made these calls. */
        default String branch() {
            return ConversationTree.MAIN;
        }

        /** Adds a message of the user to the running turn; false if it can no longer answer it. */
        default boolean interject(String text) {
            return false;
        }

        /** Called when the call has its outcome; a session reports the outcome of a call for which nobody does. */
        default void finished(Interaction.ToolCall call, ToolEnvelope envelope) {}

        /** Called when the turn should end once all of these calls are answered, e.g. because a policy failed. */
        default void ending(AiError why) {}
    }
}
