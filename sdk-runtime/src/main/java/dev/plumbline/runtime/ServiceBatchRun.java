package dev.plumbline.runtime;

import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.json.Json;
import dev.plumbline.providers.BatchService;
import dev.plumbline.runtime.internal.BatchInput.Bodies;
import dev.plumbline.runtime.internal.BatchInput.Numbered;
import dev.plumbline.runtime.internal.BatchResultFile;
import dev.plumbline.runtime.internal.BatchResultFile.Result;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.time.Subscription;
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
final class ServiceBatchRun {
    private static final Duration BETWEEN = Duration.ofMinutes(1);
    private static final long MOST_CHARACTERS = 32L << 20;

    private final Batch batch;
    private final RuntimeAssembly parts;
    private final BatchResultFile results;
    private final BatchSubmissions submissions;
    private final BatchService service;
    private final ServiceBatchCalls calls;

    /**
     * Creates a run.
     *
     * @throws IllegalArgumentException if the format of the provider has no batches
     */
    ServiceBatchRun(Batch batch, RuntimeAssembly parts, BatchResultFile results, BatchSubmissions submissions) {
        this.batch = batch;
        this.parts = parts;
        this.results = results;
        this.submissions = submissions;
        ModelId model = batch.options.model().model().orElseGet(parts.services.providers::defaultModelId);
        this.service = BatchService.of(parts.services.providers.of(model));
        this.calls = new ServiceBatchCalls(service);
    }

    /**
     * Runs the bodies without a result and returns the state at the end.
     *
     * @throws AiException if the service does not take a batch; what was submitted before stays
     */
    Batch.Progress run() throws IOException {
        submit();
        return finish();
    }

    /** Asks the service to end every batch without a result, and writes what is finished. */
    Batch.Progress end() throws IOException {
        submissions.open().keySet().forEach(service::cancel);
        return finish();
    }

    /** Waits for the batches that were submitted, and writes their results. */
    private Batch.Progress finish() throws IOException {
        Optional<AiError> stopped = Optional.empty();
        while (!submissions.open().isEmpty() && stopped.isEmpty()) {
            for (String id : List.copyOf(submissions.open().keySet())) {
                if (service.state(id).ended()) {
                    finish(id);
                }
            }
            batch.listener.accept(progress(Optional.empty()));
            if (!submissions.open().isEmpty()) {
                try {
                    batch.cancellation.sleep(BETWEEN, "the service works on the batch");
                } catch (AiException cancelled) {
                    stopped = Optional.of(cancelled.error());
                }
            }
        }
        return progress(stopped);
    }

    private Batch.Progress progress(Optional<AiError> stopped) {
        BatchSink.Counts now = new BatchSink.ToFile(results).counts();
        return new Batch.Progress(
                batch.input.bodies(), now.answered(), now.failed(), now.usage(), now.costs(), Duration.ZERO, stopped);
    }

    /** Submits the bodies that have neither a result nor a batch. */
    private void submit() throws IOException {
        Map<Long, Json> requests = new LinkedHashMap<>();
        long characters = 0;
        try (Bodies lines = batch.input.open()) {
            for (Numbered next = lines.next(); next != null; next = lines.next()) {
                if (results.has(next) || submissions.has(next)) {
                    continue;
                }
                AiReturn ret = answer(next);
                Optional<Json> request = calls.takeRequest().filter(some -> ServiceBatchCalls.isWaiting(ret));
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
                digests.put(line, ServiceBatchCalls.digest(request));
            });
            submissions.add(service.submit(named), digests);
        }
    }

    private void finish(String id) throws IOException {
        Map<Long, String> digests = submissions.open().getOrDefault(id, Map.of());
        Map<String, Json> found = new HashMap<>();
        Optional<AiError> refused = Optional.empty();
        try {
            Map<String, Json> named = service.results(id);
            digests.forEach((line, digest) -> found.put(digest, named.getOrDefault("line-" + line, Json.object())));
        } catch (AiException e) {
            if (e.error().retryable()) {
                return;
            }
            refused = Optional.of(e.error());
        }
        calls.answers(found);
        try (Bodies lines = batch.input.open()) {
            for (Numbered next = lines.next(); next != null; next = lines.next()) {
                if (digests.containsKey(next.line()) && !results.has(next)) {
                    AiReturn ret = refused.isPresent() ? failure(refused.get()) : submitted(next);
                    results.add(List.of(Result.of(next, ret)));
                }
            }
        }
        submissions.end(id);
    }

    /**
     * Returns the answer to a body that was submitted.
     *
     * @throws IllegalArgumentException if its request is another one now, so that the results of the batch are kept for
     *     a run with the same settings
     */
    private AiReturn submitted(Numbered next) {
        Optional<Json> unused = calls.takeRequest();
        AiReturn ret = answer(next);
        if (ServiceBatchCalls.isWaiting(ret) && !calls.hasAnswered()) {
            throw new IllegalArgumentException("line " + next.line()
                    + ": its batch was submitted with another body, model or version, or with pseudonyms of a key of"
                    + " redaction that ended with its program (RedactionOptions.withKey is permanent); run it as it"
                    + " was, or delete OUT.batches to submit it again");
        }
        return ret;
    }

    private static AiReturn failure(AiError error) {
        return AiReturn.builder().error(error).build();
    }

    private AiReturn answer(Numbered asked) {
        ConversationSession session =
                parts.editions.open(null, engine -> engine.openUnwritten(asked.body(), batch.options));
        Subscription captured = parts.services.providers.capture(session.id(), calls::answer);
        try {
            return session.runAsync().join();
        } finally {
            session.close();
            captured.close();
        }
    }
}
