package dev.plumbline.event;

import dev.plumbline.event.AiEvent.CallRecord.StepTime;
import dev.plumbline.event.CallIds.HashedId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * A telemetry event: times, counts, enums and labels. No component of any event can hold prompt or answer text; an
 * unknown tool name is {@link TelemetryLabel#OTHER}. Immutable.
 *
 * <p>The end of a call, a round, a tool call and a turn is always published, each with its record; and so are decisions
 * and failures. Events in between are {@linkplain #isLive live}: they are published only while an observer watches
 * them; only that a child session or a side turn was opened is always published.
 */
public sealed interface AiEvent {

    /**
     * Returns whether events of that kind are created only while an {@linkplain AiObserver#watches observer watches}
     * them.
     */
    static boolean isLive(Class<? extends AiEvent> kind) {
        return LiveEvent.class.isAssignableFrom(kind);
    }

    /** Returns the ids of the session, turn, round and request that it belongs to. */
    CallIds ids();

    /** Returns when it happened, by the runtime's clock. */
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
     * @param usage the tokens of all its rounds, and of the child sessions that its tools opened
     * @param steps the steps that ran outside its rounds, in the order in which they ended
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

    /** The model is about to be called: a provider call, and the tools that it will request. */
    record RoundStarted(CallIds ids, Instant at) implements AiEvent, LiveEvent {}

    /**
     * A round ended, successfully or not.
     *
     * @param steps the steps that ran in it, in the order in which they ended
     */
    record RoundFinished(CallIds ids, Instant at, Duration took, List<StepTime> steps) implements AiEvent {

        public RoundFinished {
            steps = List.copyOf(steps);
        }
    }

    /**
     * A call entered the chain.
     *
     * @param body the hashed id of the body; equal bodies have equal ids in one runtime
     */
    record CallStarted(CallIds ids, Instant at, TelemetryLabel provider, TelemetryLabel model, HashedId body)
            implements AiEvent, LiveEvent {}

    /**
     * A request is about to go to a provider; a call makes several if it is retried, repaired or sent to another model.
     *
     * @param server the host and port that it goes to, e.g. {@code api.openai.com:443}; empty if the provider sends its
     *     requests nowhere or to an address that is no label
     */
    record AttemptStarted(
            CallIds ids, Instant at, TelemetryLabel provider, TelemetryLabel model, Optional<TelemetryLabel> server)
            implements AiEvent, LiveEvent {}

    /** A request to a provider ended. */
    record AttemptFinished(CallIds ids, Instant at, CallRecord.Attempt attempt) implements AiEvent, LiveEvent {}

    /**
     * An attempt failed and another one is due.
     *
     * @param attempt the number of the failed attempt, from 1
     */
    record AttemptFailed(CallIds ids, Instant at, int attempt, AiError.Category error) implements AiEvent, LiveEvent {}

    /** A call waits until that time, for that reason. */
    record WaitStarted(CallIds ids, Instant at, Instant until, TelemetryLabel why) implements AiEvent, LiveEvent {}

    /** The first content of a call arrived. */
    record FirstContentReceived(CallIds ids, Instant at, Duration after) implements AiEvent, LiveEvent {}

    /**
     * Content of a call arrived: the first increment alone, later ones in groups. An observer that stores these events
     * joins neighbours of one call: the sizes are sums.
     *
     * @param deltas how many increments
     * @param chars their length
     * @param bytes their length in UTF-8
     */
    record DeltasReceived(CallIds ids, Instant at, int deltas, long chars, long bytes) implements AiEvent, LiveEvent {
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
    record CallFinished(CallIds ids, Instant at, CallRecord call) implements AiEvent {}

    /**
     * The model requested tools.
     *
     * @param calls the number of calls requested at once
     */
    record ToolsRequested(CallIds ids, Instant at, int calls) implements AiEvent, LiveEvent {}

    /**
     * A tool is about to run.
     *
     * @param invocation the number of this tool call in its executor
     * @param queued the time since the model requested it, spent on other tools and on approval
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
     * A tool call was decided on by rules or the user.
     *
     * @param decision e.g. {@code approved}, {@code denied}, {@code expired}
     */
    record ToolDecided(CallIds ids, Instant at, TelemetryLabel tool, TelemetryLabel decision) implements AiEvent {}

    /**
     * A person was asked for a value by a tool, a hook or a policy.
     *
     * @param asker the name of who asked
     * @param type {@code choice}, or the type of the value: {@code string}, {@code number}, {@code object}
     * @param outcome {@code answered}, {@code declined}, {@code expired}, {@code cancelled}, {@code nobody}
     * @param waited the time until then
     */
    record UserAsked(
            CallIds ids, Instant at, TelemetryLabel asker, TelemetryLabel type, TelemetryLabel outcome, Duration waited)
            implements AiEvent {}

    /**
     * A validator had findings about the arguments of a tool call. An error refuses the call.
     *
     * @param check the validator and the number of its findings
     */
    record ArgumentsChecked(CallIds ids, Instant at, TelemetryLabel tool, CallRecord.Check check) implements AiEvent {}

    /**
     * A request of a tool for access outside the program was decided on, or a call to a provider was refused.
     *
     * @param tool the tool that requested access, or the provider
     * @param door {@code file.read}, {@code file.write}, {@code http} and the like; {@code provider}
     * @param rule the rule that decided
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
        /** It would have been refused, but was let through, because the rules are only being tried out. */
        WOULD_REFUSE
    }

    /** Contributed code failed and was isolated. */
    record ExtensionFailed(CallIds ids, Instant at, TelemetryLabel extension, TelemetryLabel causeClass)
            implements AiEvent {}

    /**
     * The record of one model call, from its entry into the chain of policies to its return: times, counts and labels,
     * never text. Immutable.
     *
     * @param provider the provider of the first request
     * @param model the model of the first request
     * @param took from entry to return
     * @param finish why the model stopped
     * @param usage tokens of all attempts
     * @param cost by the catalogue; empty when no price is known
     * @param error empty when it completed
     * @param content the sizes of the content that went to the caller
     * @param traffic the bytes sent and received; nothing for providers that do not report them
     * @param attempts the requests that went to a provider, in order: retries, repairs and fallbacks included
     * @param retried why attempts failed that were repeated, in order
     * @param waits the waits of policies
     * @param lookups the lookups in the response cache
     * @param checks the validations of the call or its answer; of lists of validators those that found something
     * @param startsOver what differs from what earlier answers were made to, so that their signed parts were left out: {@code
     *     tools}, {@code instructions} or {@code messages}, or who wrote them: {@code model}, {@code account}, {@code address}
     *     or {@code provider}; empty if nothing does
     * @param steps the time of each policy, the innermost first, and of the parts that are measured on their own
     */
    record CallRecord(
            TelemetryLabel provider,
            TelemetryLabel model,
            Duration took,
            FinishReason finish,
            Usage usage,
            Optional<Cost> cost,
            Optional<AiError.Category> error,
            Content content,
            Traffic traffic,
            List<Attempt> attempts,
            List<AiError.Category> retried,
            List<Wait> waits,
            List<CacheLookup> lookups,
            List<Check> checks,
            Optional<TelemetryLabel> startsOver,
            List<StepTime> steps) {

        public CallRecord {
            attempts = List.copyOf(attempts);
            retried = List.copyOf(retried);
            waits = List.copyOf(waits);
            lookups = List.copyOf(lookups);
            checks = List.copyOf(checks);
            steps = List.copyOf(steps);
        }

        /**
         * The sizes of the content of an answer.
         *
         * @param first when the first increment came, from the call's beginning; empty when none did
         * @param deltas how many increments
         * @param chars their length
         * @param bytes their length in UTF-8
         * @param lastBytes the length of the last one in UTF-8
         */
        public record Content(Optional<Duration> first, int deltas, long chars, long bytes, long lastBytes) {
            /** No content. */
            public static final Content NONE = new Content(Optional.empty(), 0, 0, 0, 0);
        }

        /**
         * The bytes of requests and answers on the network.
         *
         * @param sent the bytes of the requests' bodies
         * @param received the bytes of the answers, decompressed and without framing
         */
        public record Traffic(long sent, long received) {
            /** No traffic. */
            public static final Traffic NONE = new Traffic(0, 0);
        }

        /**
         * A request to a provider.
         *
         * @param provider the provider asked
         * @param model the model asked
         * @param after when it began, from the call's beginning
         * @param took until its return
         * @param error empty when it completed
         * @param status the HTTP status of the answer, also when it completed; empty if there was no answer, or no HTTP
         * @param requestId the provider's own id of the request, hashed; {@link HashedId#NONE} when it gave none
         */
        public record Attempt(
                TelemetryLabel provider,
                TelemetryLabel model,
                Duration after,
                Duration took,
                Optional<AiError.Category> error,
                OptionalInt status,
                HashedId requestId) {}

        /**
         * A wait.
         *
         * @param why the reason
         * @param after when it began, from the call's beginning
         * @param took the planned length; the actual one is less if the call was cancelled during the wait
         */
        public record Wait(TelemetryLabel why, Duration after, Duration took) {}

        /**
         * A lookup in the response cache.
         *
         * @param hit whether it had the answer
         * @param why what it found, or why it had no answer
         * @param savedTokens the tokens that the answer cost when a provider gave it; empty for a miss, and if they are not
         *     known
         */
        public record CacheLookup(boolean hit, TelemetryLabel why, OptionalLong savedTokens) {
            /** Creates a lookup that saved no tokens that are known. */
            public CacheLookup(boolean hit, TelemetryLabel why) {
                this(hit, why, OptionalLong.empty());
            }
        }

        /**
         * A validation of the call or its answer.
         *
         * @param validator the validator's name
         * @param errors the number of errors
         * @param warnings the number of warnings
         * @param infos the number of findings of neither kind
         */
        public record Check(TelemetryLabel validator, int errors, int warnings, int infos) {}

        /**
         * The duration of one step of a turn. Immutable.
         *
         * @param kind the kind of step
         * @param name its name
         * @param after nanoseconds from the beginning of the round or turn that reports it; of a policy, to the beginning of
         *     its call
         * @param took nanoseconds; of a policy its own, without inner ones
         */
        public record StepTime(Kind kind, TelemetryLabel name, long after, long took) {

            /** The kind of a step. */
            public enum Kind {
                /** A stage of a round. */
                STAGE,
                /** A hook, once for each call of it. */
                HOOK,
                /** A policy around the call, and the provider. */
                POLICY,
                /** A part of one of these, whose time is included there: {@code encode}, {@code wrap-schema}. */
                PART
            }
        }
    }
}
