package dev.plumbline.event;

import dev.plumbline.event.CallIds.HashedId;
import dev.plumbline.event.CallRecord.StepTime;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

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
public record CallRecord(
        TelemetryName provider,
        TelemetryName model,
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
        Optional<TelemetryName> startsOver,
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
            TelemetryName provider,
            TelemetryName model,
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
    public record Wait(TelemetryName why, Duration after, Duration took) {}

    /**
     * A lookup in the response cache.
     *
     * @param hit whether it had the answer
     * @param why what it found, or why it had no answer
     * @param savedTokens the tokens that the answer cost when a provider gave it; empty for a miss, and if they are not
     *     known
     */
    public record CacheLookup(boolean hit, TelemetryName why, OptionalLong savedTokens) {
        /** Creates a lookup that saved no tokens that are known. */
        public CacheLookup(boolean hit, TelemetryName why) {
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
    public record Check(TelemetryName validator, int errors, int warnings, int infos) {}

    /**
     * The duration of one step of a turn. Immutable.
     *
     * @param kind the kind of step
     * @param name its name
     * @param after nanoseconds from the beginning of the round or turn that reports it; of a policy, to the beginning of
     *     its call
     * @param took nanoseconds; of a policy its own, without inner ones
     */
    public record StepTime(Kind kind, TelemetryName name, long after, long took) {

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
