package dev.plumbline.event;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What one call of a model took and used, from its entry into the chain of policies to its return: times, counts and
 * labels, never text. Immutable.
 *
 * @param provider who was asked first
 * @param model which model was asked first
 * @param took from entry to return
 * @param finish why the model stopped
 * @param usage tokens of all attempts
 * @param cost by the catalogue; empty when no price is known
 * @param error empty when it completed
 * @param content what came by on its way to the caller
 * @param traffic what went over the network; nothing for providers that do not report it
 * @param attempts the requests that went to a provider, in order: retries, repairs and fallbacks included
 * @param retried why attempts failed that were made again, in order
 * @param waits in which a policy let time pass
 * @param lookups in the response cache
 * @param checks of the call or its answer that were made; of lists of validators those that found something
 * @param steps how long each policy took, the innermost first
 */
public record CallRecord(
        Label provider,
        Label model,
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
        List<Lookup> lookups,
        List<Check> checks,
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
     * Content that came by.
     *
     * @param first when the first increment came, from the call's beginning; empty when none did
     * @param deltas how many increments
     * @param chars their length
     * @param bytes their length in UTF-8
     */
    public record Content(Optional<Duration> first, int deltas, long chars, long bytes) {
        /** No content. */
        public static final Content NONE = new Content(Optional.empty(), 0, 0, 0);
    }

    /**
     * What went over the network.
     *
     * @param sent the bytes of the requests' bodies
     * @param received the bytes of what was said in return, unpacked, without what frames it
     */
    public record Traffic(long sent, long received) {
        /** Nothing. */
        public static final Traffic NONE = new Traffic(0, 0);
    }

    /**
     * A request to a provider.
     *
     * @param provider who was asked
     * @param model which model
     * @param after when it began, from the call's beginning
     * @param took until its return
     * @param error empty when it completed
     * @param status the HTTP status of a failure; 0 when there is none
     * @param requestId the provider's own id of the request, hashed; {@link Mark#NONE} when it gave none
     */
    public record Attempt(
            Label provider,
            Label model,
            Duration after,
            Duration took,
            Optional<AiError.Category> error,
            int status,
            Mark requestId) {}

    /**
     * A wait.
     *
     * @param why what for
     * @param after when it began, from the call's beginning
     * @param took how long it was to be; less when the call was cancelled in it
     */
    public record Wait(Label why, Duration after, Duration took) {}

    /**
     * A lookup in the response cache.
     *
     * @param hit whether it had the answer
     * @param why what it found, or why it had none
     */
    public record Lookup(boolean hit, Label why) {}

    /**
     * A validation of the call or its answer.
     *
     * @param validator who looked
     * @param errors how many it found
     * @param warnings how many it found
     */
    public record Check(Label validator, int errors, int warnings) {}
}
