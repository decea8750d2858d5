package dev.plumbline.runtime;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.json.Json;
import dev.plumbline.providers.BatchService;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Answers calls from the results of a batch instead of their provider. A call without a result ends with an error, and
 * its request is kept for the next batch. So a body passes all policies twice: cache and redaction prepare its request,
 * and handle its answer. Used by one thread at a time.
 */
final class ServiceBatchCalls {
    private static final String WAITING = "batch-waiting";

    private final BatchService service;

    /** The results by the digests of their requests. */
    private final Map<String, Json> results = new LinkedHashMap<>();

    private Optional<Json> asked = Optional.empty();
    private boolean answered;

    ServiceBatchCalls(BatchService service) {
        this.service = service;
    }

    /** Uses these results, by the digests of their requests, instead of those before. */
    void answers(Map<String, Json> found) {
        results.clear();
        results.putAll(found);
    }

    /** Returns the request of the latest call that had no result, once. */
    Optional<Json> takeRequest() {
        Optional<Json> request = asked;
        asked = Optional.empty();
        answered = false;
        return request;
    }

    static String digest(Json request) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256")
                    .digest(request.canonical().getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** Returns whether a call was answered since {@link #takeRequest}. */
    boolean hasAnswered() {
        return answered;
    }

    /** Returns whether a return waits for the result of a batch. */
    static boolean isWaiting(AiReturn ret) {
        return ret.error().filter(error -> error.code().equals(WAITING)).isPresent();
    }

    /** Answers a call. */
    AiReturn answer(AiCall call) {
        try {
            Json request = service.request(call);
            Json result = results.get(digest(request));
            if (result != null) {
                answered = true;
                return service.read(call, result);
            }
            asked = Optional.of(request);
            return failed(
                    call,
                    AiError.of(
                                    AiError.Category.CAPABILITY,
                                    WAITING,
                                    "the answer comes with a batch; a batch has no further request for the same body")
                            .withRetryable(false));
        } catch (AiException e) {
            return failed(call, e.error());
        }
    }

    private static AiReturn failed(AiCall call, AiError error) {
        return AiReturn.builder()
                .error(error)
                .model(call.model())
                .ids(call.ids())
                .build();
    }
}
