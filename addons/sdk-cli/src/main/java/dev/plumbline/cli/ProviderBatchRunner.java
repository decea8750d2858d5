package dev.plumbline.cli;

import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.json.Json;
import dev.plumbline.providers.BatchService;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.runtime.internal.BatchInput;
import dev.plumbline.runtime.internal.BatchResultFile;
import dev.plumbline.runtime.internal.BatchResultFile.Result;
import dev.plumbline.session.ConversationSession;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Sends bodies as batches of the service, waits for them, and writes each result. What was submitted is in a file beside
 * the results, so that a repeated run continues after a crash. Used once, by one thread.
 */
final class ProviderBatchRunner {
    private static final Duration BETWEEN = Duration.ofMinutes(1);
    private static final long MOST_CHARACTERS = 32L << 20;

    private final AiRuntime ai;
    private final ProviderBatches provider;
    private final BatchResultFile results;
    private final BatchSubmissions submissions;
    private final ProgressLine progress;
    private final Cancellation waiting;

    ProviderBatchRunner(AiRuntime ai, ProviderBatches provider, Output output, Cancellation waiting) {
        this.ai = ai;
        this.provider = provider;
        this.results = output.results;
        this.submissions = output.submissions;
        this.progress = output.progress;
        this.waiting = waiting;
    }

    /**
     * Runs the bodies without a result and returns whether all succeeded, also those of earlier runs.
     *
     * @param more whether bodies that were not submitted yet are
     * @throws AiException if the service does not take a batch; what was submitted before stays
     */
    boolean run(BatchInput input, boolean more) throws IOException {
        if (more) {
            submit(input);
        }
        while (!submissions.open().isEmpty()) {
            long done = 0;
            for (String batch : List.copyOf(submissions.open().keySet())) {
                BatchService.State state = provider.service().state(batch);
                done += state.ended() ? 0 : state.done();
                if (state.ended()) {
                    finish(input, batch);
                }
            }
            progress.show(results.count() + done, input.bodies(), results.failed());
            if (!submissions.open().isEmpty()) {
                waiting.sleep(BETWEEN, "the service works on the batch");
            }
        }
        progress.end(results.remedy());
        return results.failed() == 0;
    }

    /** Asks the service to end every batch without a result. */
    void cancel() {
        submissions.open().keySet().forEach(batch -> provider.service().cancel(batch));
    }

    /** Submits the bodies that have neither a result nor a batch. */
    private void submit(BatchInput input) throws IOException {
        Map<Long, Json> requests = new LinkedHashMap<>();
        long characters = 0;
        try (BatchInput.Bodies lines = input.open()) {
            for (BatchInput.Numbered next = lines.next(); next != null; next = lines.next()) {
                if (results.has(next) || submissions.has(next)) {
                    continue;
                }
                AiReturn ret = answer(next);
                Optional<Json> request = provider.takeRequest().filter(some -> isWaiting(ret));
                if (request.isEmpty()) {
                    results.add(List.of(Result.of(next, ret)));
                } else {
                    requests.put(next.line(), request.get());
                    characters += request.get().text().length();
                }
                if (requests.size() == BatchService.MOST_REQUESTS || characters > MOST_CHARACTERS) {
                    submit(requests);
                    requests.clear();
                    characters = 0;
                }
            }
        }
        submit(requests);
    }

    private void submit(Map<Long, Json> requests) throws IOException {
        if (!requests.isEmpty()) {
            Map<String, Json> named = new LinkedHashMap<>();
            Map<Long, String> digests = new LinkedHashMap<>();
            requests.forEach((line, request) -> {
                named.put("line-" + line, request);
                digests.put(line, ProviderBatches.digest(request));
            });
            submissions.add(provider.service().submit(named), digests);
        }
    }

    private void finish(BatchInput input, String batch) throws IOException {
        Map<Long, String> digests = submissions.open().getOrDefault(batch, Map.of());
        Map<String, Json> found = new HashMap<>();
        Optional<AiError> refused = Optional.empty();
        try {
            Map<String, Json> named = provider.service().results(batch);
            digests.forEach((line, digest) -> found.put(digest, named.getOrDefault("line-" + line, Json.object())));
        } catch (AiException e) {
            if (e.error().retryable()) {
                return;
            }
            refused = Optional.of(e.error());
        }
        provider.answers(found);
        try (BatchInput.Bodies lines = input.open()) {
            for (BatchInput.Numbered next = lines.next(); next != null; next = lines.next()) {
                if (digests.containsKey(next.line()) && !results.has(next)) {
                    AiReturn ret = refused.isPresent() ? failure(refused.get()) : submitted(next);
                    results.add(List.of(Result.of(next, ret)));
                }
            }
        }
        submissions.end(batch);
    }

    /**
     * Returns the answer to a body that was submitted.
     *
     * @throws IllegalArgumentException if its request is another one now, so that the results of the batch are kept for
     *     a run with the same settings
     */
    private AiReturn submitted(BatchInput.Numbered next) {
        provider.takeRequest();
        AiReturn ret = answer(next);
        if (isWaiting(ret) && !provider.hasAnswered()) {
            throw new IllegalArgumentException("line " + next.line()
                    + ": its batch was submitted with another body, model or version; run it as it was, or delete"
                    + " OUT.batches to submit it again");
        }
        return ret;
    }

    private static AiReturn failure(AiError error) {
        return AiReturn.builder().error(error).build();
    }

    private AiReturn answer(BatchInput.Numbered asked) {
        ConversationSession session = ai.session(asked.body());
        try {
            return session.runAsync().join();
        } finally {
            session.close();
        }
    }

    private static boolean isWaiting(AiReturn ret) {
        return ret.error()
                .filter(error -> error.code().equals(ProviderBatches.WAITING))
                .isPresent();
    }

    /** What one run writes. */
    record Output(BatchResultFile results, BatchSubmissions submissions, ProgressLine progress) {}
}
