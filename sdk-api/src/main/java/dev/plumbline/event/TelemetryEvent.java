package dev.plumbline.event;

import dev.plumbline.event.CallIds.HashedId;
import dev.plumbline.event.CallRecord.StepTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A telemetry event: times, counts, enums and labels. No component of any event can hold prompt or answer text; an
 * unknown tool name is {@link TelemetryName#OTHER}. Immutable.
 *
 * <p>The end of a call, a round, a tool call and a turn is always published, each with its record; and so are decisions
 * and failures. Events in between are {@linkplain #isLive live}: they are published only while an observer watches
 * them; only that a child session or a side turn was opened is always published.
 */
public sealed interface TelemetryEvent {

    /**
     * Returns whether events of that kind are created only while an {@linkplain TelemetryObserver#watches observer watches}
     * them.
     */
    static boolean isLive(Class<? extends TelemetryEvent> kind) {
        return WatchedEvent.class.isAssignableFrom(kind);
    }

    /** Returns the ids of the session, turn, round and request that it belongs to. */
    CallIds ids();

    /** Returns when it happened, by the runtime's clock. */
    Instant at();

    /** A conversation was opened. */
    record SessionOpened(CallIds ids, Instant at, Optional<CallIds> parent) implements TelemetryEvent, WatchedEvent {}

    /** A conversation was closed: no session is open on any of its branches. */
    record SessionClosed(CallIds ids, Instant at) implements TelemetryEvent, WatchedEvent {}

    /** A user input was accepted. */
    record TurnStarted(CallIds ids, Instant at) implements TelemetryEvent, WatchedEvent {}

    /**
     * A turn ended.
     *
     * @param took from the input to the stable result
     * @param error empty when it completed
     * @param usage the tokens of all its rounds, and of the child sessions that its tools opened
     * @param steps the steps that ran outside its rounds, in the order in which they ended
     */
    record TurnFinished(
            CallIds ids, Instant at, Duration took, Optional<AiError.Category> error, Usage usage, List<StepTime> steps)
            implements TelemetryEvent {

        public TurnFinished {
            steps = List.copyOf(steps);
        }
    }

    /** A running turn is being cancelled; its tools and its provider are notified. */
    record TurnCancelling(CallIds ids, Instant at) implements TelemetryEvent, WatchedEvent {}

    /** The model is about to be called: a provider call, and the tools that it will request. */
    record RoundStarted(CallIds ids, Instant at) implements TelemetryEvent, WatchedEvent {}

    /**
     * A round ended, successfully or not.
     *
     * @param steps the steps that ran in it, in the order in which they ended
     */
    record RoundFinished(CallIds ids, Instant at, Duration took, List<StepTime> steps) implements TelemetryEvent {

        public RoundFinished {
            steps = List.copyOf(steps);
        }
    }

    /**
     * A call entered the chain.
     *
     * @param body the hashed id of the body; equal bodies have equal ids in one runtime
     */
    record CallStarted(CallIds ids, Instant at, TelemetryName provider, TelemetryName model, HashedId body)
            implements TelemetryEvent, WatchedEvent {}

    /**
     * A request is about to go to a provider; a call makes several if it is retried, repaired or sent to another model.
     *
     * @param server the host and port that it goes to, e.g. {@code api.openai.com:443}; empty if the provider sends its
     *     requests nowhere or to an address that is not a label
     */
    record AttemptStarted(
            CallIds ids, Instant at, TelemetryName provider, TelemetryName model, Optional<TelemetryName> server)
            implements TelemetryEvent, WatchedEvent {}

    /** A request to a provider ended. */
    record AttemptFinished(CallIds ids, Instant at, CallRecord.Attempt attempt)
            implements TelemetryEvent, WatchedEvent {}

    /**
     * An attempt failed and another one is due.
     *
     * @param attempt the number of the failed attempt, from 1
     */
    record AttemptFailed(CallIds ids, Instant at, int attempt, AiError.Category error)
            implements TelemetryEvent, WatchedEvent {}

    /** A call waits until that time, for that reason. */
    record WaitStarted(CallIds ids, Instant at, Instant until, TelemetryName why)
            implements TelemetryEvent, WatchedEvent {}

    /** The first content of a call arrived. */
    record FirstContentReceived(CallIds ids, Instant at, Duration after) implements TelemetryEvent, WatchedEvent {}

    /**
     * Content of a call arrived: the first increment alone, later ones in groups. An observer that stores these events
     * joins neighbours of one call: the sizes are sums.
     *
     * @param deltas how many increments
     * @param chars their length
     * @param bytes their length in UTF-8
     */
    record DeltasReceived(CallIds ids, Instant at, int deltas, long chars, long bytes)
            implements TelemetryEvent, WatchedEvent {
        /** Returns this event and a later one joined, at the time of the later. */
        public DeltasReceived joined(DeltasReceived later) {
            return new DeltasReceived(ids, later.at, deltas + later.deltas, chars + later.chars, bytes + later.bytes);
        }
    }

    /**
     * A call left the chain.
     *
     * @param call the record of its times and usage
     */
    record CallFinished(CallIds ids, Instant at, CallRecord call) implements TelemetryEvent {}

    /**
     * The model requested tools.
     *
     * @param calls the number of calls requested at once
     */
    record ToolsRequested(CallIds ids, Instant at, int calls) implements TelemetryEvent, WatchedEvent {}

    /**
     * A tool is about to run.
     *
     * @param invocation the number of this tool call in its executor
     * @param queued the time since the model requested it, spent on other tools and on approval
     */
    record ToolStarted(CallIds ids, Instant at, TelemetryName tool, long invocation, Duration queued)
            implements TelemetryEvent, WatchedEvent {}

    /**
     * A tool has progressed by a percent or more; its text is for views.
     *
     * @param invocation as in {@link ToolStarted}
     * @param fraction 0 to 1
     */
    record ToolProgressed(CallIds ids, Instant at, TelemetryName tool, long invocation, double fraction)
            implements TelemetryEvent, WatchedEvent {}

    /**
     * A tool call has its envelope.
     *
     * @param invocation as in {@link ToolStarted}
     * @param queued as in {@link ToolStarted}
     * @param took from its start
     * @param code {@code ok} or the envelope's code
     * @param resultBytes the length of the envelope as JSON in UTF-8
     */
    record ToolFinished(
            CallIds ids,
            Instant at,
            TelemetryName tool,
            long invocation,
            Duration queued,
            Duration took,
            TelemetryName code,
            long resultBytes)
            implements TelemetryEvent {}

    /**
     * A tool call was decided on by rules or the user.
     *
     * @param decision e.g. {@code approved}, {@code denied}, {@code expired}
     */
    record ToolDecided(CallIds ids, Instant at, TelemetryName tool, TelemetryName decision) implements TelemetryEvent {}

    /**
     * A person was asked for a value by a tool, a hook or a policy.
     *
     * @param asker the name of who asked
     * @param type {@code choice}, or the type of the value: {@code string}, {@code number}, {@code object}
     * @param outcome {@code answered}, {@code declined}, {@code expired}, {@code cancelled}, {@code nobody}
     * @param waited the time until then
     */
    record UserAsked(
            CallIds ids, Instant at, TelemetryName asker, TelemetryName type, TelemetryName outcome, Duration waited)
            implements TelemetryEvent {}

    /**
     * A validator had findings about the arguments of a tool call. An error refuses the call.
     *
     * @param check the validator and the number of its findings
     */
    record ArgumentsChecked(CallIds ids, Instant at, TelemetryName tool, CallRecord.Check check)
            implements TelemetryEvent {}

    /**
     * A request of a tool for access outside the program was decided on, or a call to a provider was refused.
     *
     * @param tool the tool that requested access, or the provider
     * @param door {@code file.read}, {@code file.write}, {@code http} and the like; {@code provider}
     * @param rule the rule that decided
     */
    record EgressDecided(
            CallIds ids, Instant at, TelemetryName tool, TelemetryName door, TelemetryName rule, EgressDecision verdict)
            implements TelemetryEvent {}

    /** The decision on a request for access. */
    enum EgressDecision {
        /** A rule allows it. */
        ALLOWED,
        /** A rule refuses it, or none allows it. */
        REFUSED,
        /** It would have been refused, but was let through, because the rules are only being tried out. */
        WOULD_REFUSE
    }

    /** Contributed code failed and was isolated. */
    record ExtensionFailed(CallIds ids, Instant at, TelemetryName extension, TelemetryName causeClass)
            implements TelemetryEvent {}
}
