package dev.plumbline.event;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Something that happened: times, counts, enums and labels. No component of any event can hold prompt or answer text; an
 * unknown tool name is {@link TelemetryLabel#OTHER}. Immutable.
 *
 * <p>What is over is always published: a call, a round, a tool call, a turn, each with its record; and so are decisions
 * and failures. What happens in between is {@linkplain #isLive live}: it is published only while an observer watches it.
 */
public sealed interface AiEvent {

    /** Whether events of that kind are made only while an {@linkplain AiObserver#watches observer watches} them. */
    static boolean isLive(Class<? extends AiEvent> kind) {
        return LiveEvent.class.isAssignableFrom(kind);
    }

    /** Whom it concerns. */
    CallIds ids();

    /** When, by the runtime's clock. */
    Instant at();

    /** A conversation was opened. */
    record SessionOpened(CallIds ids, Instant at, Optional<CallIds> parent) implements AiEvent, LiveEvent {}

    /** A conversation was closed: no session is open on any of its branches. */
    record SessionClosed(CallIds ids, Instant at) implements AiEvent, LiveEvent {}

    /** A user input was accepted. */
    record TurnStarted(CallIds ids, Instant at) implements AiEvent, LiveEvent {}

    /**
     * A turn ended.
     *
     * @param took from the input to the stable result
     * @param error empty when it completed
     * @param usage of all its rounds
     * @param steps that ran outside its rounds, in the order in which they ended
     */
    record TurnFinished(
            CallIds ids, Instant at, Duration took, Optional<AiError.Category> error, Usage usage, List<StepTime> steps)
            implements AiEvent {

        public TurnFinished {
            steps = List.copyOf(steps);
        }
    }

    /** A running turn is being cancelled; its tools and its provider are notified. */
    record TurnCancelling(CallIds ids, Instant at) implements AiEvent, LiveEvent {}

    /** The model is about to be asked: a provider call, and the tools it will ask for. */
    record RoundStarted(CallIds ids, Instant at) implements AiEvent, LiveEvent {}

    /**
     * A round ended, whatever came of it.
     *
     * @param steps that ran in it, in the order in which they ended
     */
    record RoundFinished(CallIds ids, Instant at, Duration took, List<StepTime> steps) implements AiEvent {

        public RoundFinished {
            steps = List.copyOf(steps);
        }
    }

    /**
     * A call entered the chain.
     *
     * @param body what was asked, as a hashed id; equal bodies have equal ids in one runtime
     */
    record CallStarted(CallIds ids, Instant at, TelemetryLabel provider, TelemetryLabel model, HashedId body)
            implements AiEvent, LiveEvent {}

    /** A request is about to go to a provider; a call makes several when it is retried, repaired or asked elsewhere. */
    record AttemptStarted(CallIds ids, Instant at, TelemetryLabel provider, TelemetryLabel model)
            implements AiEvent, LiveEvent {}

    /** A provider answered a request, or did not. */
    record AttemptFinished(CallIds ids, Instant at, CallRecord.Attempt attempt) implements AiEvent, LiveEvent {}

    /**
     * An attempt failed and another one is due.
     *
     * @param attempt which one failed, from 1
     */
    record AttemptFailed(CallIds ids, Instant at, int attempt, AiError.Category error) implements AiEvent, LiveEvent {}

    /** A call waits, until then, for that reason. */
    record WaitStarted(CallIds ids, Instant at, Instant until, TelemetryLabel why) implements AiEvent, LiveEvent {}

    /** The first content of a call arrived. */
    record FirstContentReceived(CallIds ids, Instant at, Duration after) implements AiEvent, LiveEvent {}

    /**
     * Content of a call came by: the first increment, and then some at a time. An observer that stores these joins
     * neighbours of one call: the sizes are sums.
     *
     * @param deltas how many increments
     * @param chars their length
     * @param bytes their length in UTF-8
     */
    record DeltasReceived(CallIds ids, Instant at, int deltas, long chars, long bytes) implements AiEvent, LiveEvent {
        /** This one and what came by after it, as one at the time of the later. */
        public DeltasReceived joined(DeltasReceived later) {
            return new DeltasReceived(ids, later.at, deltas + later.deltas, chars + later.chars, bytes + later.bytes);
        }
    }

    /**
     * A call left the chain.
     *
     * @param call what it took and used
     */
    record CallFinished(CallIds ids, Instant at, CallRecord call) implements AiEvent {}

    /**
     * The model asked for tools.
     *
     * @param calls how many at once
     */
    record ToolsRequested(CallIds ids, Instant at, int calls) implements AiEvent, LiveEvent {}

    /**
     * A tool is about to run.
     *
     * @param invocation the number of this tool call in its executor
     * @param queued since the model asked for it: other tools, and who was asked for a yes
     */
    record ToolStarted(CallIds ids, Instant at, TelemetryLabel tool, long invocation, Duration queued)
            implements AiEvent, LiveEvent {}

    /**
     * A tool has progressed by a percent or more; its text is for views.
     *
     * @param invocation as in {@link ToolStarted}
     * @param fraction 0 to 1
     */
    record ToolProgressed(CallIds ids, Instant at, TelemetryLabel tool, long invocation, double fraction)
            implements AiEvent, LiveEvent {}

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
            TelemetryLabel tool,
            long invocation,
            Duration queued,
            Duration took,
            TelemetryLabel code,
            long resultBytes)
            implements AiEvent {}

    /**
     * Rules or a person decided about a tool call.
     *
     * @param decision e.g. {@code approved}, {@code denied}, {@code expired}
     */
    record ToolDecided(CallIds ids, Instant at, TelemetryLabel tool, TelemetryLabel decision) implements AiEvent {}

    /**
     * A tool asked for something outside the program, and it was decided; or a call may not go to its provider.
     *
     * @param tool who asked; the provider
     * @param door {@code file.read}, {@code file.write}, {@code http} and the like; {@code provider}
     * @param rule what decided: why it was refused, or what it was allowed by
     */
    record EgressDecided(
            CallIds ids,
            Instant at,
            TelemetryLabel tool,
            TelemetryLabel door,
            TelemetryLabel rule,
            EgressDecision verdict)
            implements AiEvent {}

    /** The decision on a request for access. */
    enum EgressDecision {
        /** A rule allows it. */
        ALLOWED,
        /** A rule refuses it, or none allows it. */
        REFUSED,
        /** It would have been refused; rules are only being tried out, and it was let through. */
        WOULD_REFUSE
    }

    /** Contributed code failed and was isolated. */
    record ExtensionFailed(CallIds ids, Instant at, TelemetryLabel extension, TelemetryLabel causeClass)
            implements AiEvent {}
}
