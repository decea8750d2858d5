package dev.plumbline.tool;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Selector;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.call.State;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.call.Trace;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiObserver;
import dev.plumbline.event.CallIds;
import dev.plumbline.time.Subscription;
import dev.plumbline.ui.Question;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/** Runs tool calls and puts every outcome into an envelope. Safe for any number of threads. */
public interface IToolExecutor extends AutoCloseable {

    /** One envelope per call, in call order; blocks until all are there; never throws. */
    List<ToolEnvelope> execute(List<Interaction.ToolCall> calls, CallScope scope);

    /** The tools that a filter selects, in the order of names. */
    List<ToolDefinition> definitions(Selector filter);

    /** The policies around tool calls in effective order, outermost first: name, which tools, and {@code @owner} if not the host's. */
    default List<String> policies() {
        return List.of();
    }

    /** The number of tools that still run although their call is over, because they ignore cancellation. */
    default int abandoned() {
        return 0;
    }

    /** Ends its threads; idempotent. */
    @Override
    void close();

    /**
     * On whose behalf tools run.
     *
     * @param ids session, turn, round
     * @param toolFilter checked again at dispatch, not only when tools are offered
     * @param conversation the path so far
     * @param cancellation ends running tools
     * @param state memory of the session
     * @param approvals memory of what users allowed, with the scopes of {@code state}; for the executor alone: no tool, policy
     *     or hook reaches it
     * @param events where telemetry goes
     * @param parallel how many of these calls may run at once, at least 1
     * @param watch is notified of each call as it runs
     */
    record CallScope(
            CallIds ids,
            Selector toolFilter,
            List<Interaction> conversation,
            Cancellation cancellation,
            State state,
            State approvals,
            AiObserver events,
            int parallel,
            CallListener watch) {
        public CallScope {
            Objects.requireNonNull(ids, "ids");
            Objects.requireNonNull(toolFilter, "toolFilter");
            Objects.requireNonNull(conversation, "conversation");
            Objects.requireNonNull(cancellation, "cancellation");
            Objects.requireNonNull(state, "state");
            Objects.requireNonNull(approvals, "approvals");
            Objects.requireNonNull(events, "events");
            Objects.requireNonNull(watch, "watch");
            if (parallel < 1) {
                throw new IllegalArgumentException("at least 1 call runs at a time");
            }
        }

        /** Notifies the watch; what it throws is dropped. */
        public void tell(Consumer<CallListener> news) {
            try {
                news.accept(watch);
            } catch (RuntimeException | Error dropped) {
                // a watch looks and never steers; its owner has its own way to report
            }
        }

        /** A copy in which so many calls may run at once. */
        public CallScope withParallel(int atOnce) {
            return new CallScope(ids, toolFilter, conversation, cancellation, state, approvals, events, atOnce, watch);
        }

        /** A copy that notifies this one. */
        public CallScope withWatch(CallListener other) {
            return new CallScope(
                    ids, toolFilter, conversation, cancellation, state, approvals, events, parallel, other);
        }
    }

    /**
     * Is notified of each call as it runs: on the thread that runs it, so by several threads when several calls run at once.
     * What it throws is dropped.
     */
    interface CallListener {
        /** Nobody watches. */
        CallListener NONE = new CallListener() {};

        /** The call is about to run, or to be answered in its tool's place. */
        default void starting(Interaction.ToolCall call) {}

        /**
         * The tool says how far it is.
         *
         * @param fraction 0 to 1
         * @param note for the person
         */
        default void progressed(Interaction.ToolCall call, double fraction, String note) {}

        /**
         * What the policies around the call decided and how long each took; comes right before {@link #finished}, not for
         * tools that do not exist.
         *
         * @param trace the whole call first, under the tool's name, then its policies as {@code tool/policy}, outermost first,
         *     and the tool itself as {@code tool/run}
         */
        default void traced(Interaction.ToolCall call, Trace trace) {}

        /** That is what a person is asked. */
        default void asked(Question question) {}

        /** A user is asked, until it is closed: meanwhile the turn's time is paused. */
        default Subscription asking() {
            return () -> {};
        }

        /** Options that make a session a child of the turn these calls belong to. */
        default SessionOptions child() {
            return SessionOptions.none();
        }

        /** The call has its outcome. */
        default void finished(Interaction.ToolCall call, ToolEnvelope envelope) {}

        /** The turn should end when all of these calls are answered, e.g. because a policy failed. */
        default void ending(AiError why) {}
    }
}
