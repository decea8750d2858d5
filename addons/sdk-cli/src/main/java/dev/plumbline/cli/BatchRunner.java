package dev.plumbline.cli;

import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import java.io.IOException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Runs bodies in parallel and writes each result when it is available. Used once. */
final class BatchRunner {
    private final AiRuntime ai;
    private final BatchResultFile results;
    private final ProgressLine progress;
    private final AtomicReference<@Nullable IOException> broken = new AtomicReference<>();

    BatchRunner(AiRuntime ai, BatchResultFile results, ProgressLine progress) {
        this.ai = ai;
        this.results = results;
        this.progress = progress;
    }

    /**
     * Runs the bodies without a result and returns whether all succeeded, also those of earlier runs.
     *
     * @throws IOException if a result cannot be written; no further call is made then
     */
    boolean run(BatchInput input, int parallel) throws IOException, InterruptedException {
        Semaphore free = new Semaphore(parallel);
        progress.show(results.count(), input.bodies(), results.failed());
        try (BatchInput.Lines lines = input.open()) {
            BatchInput.Numbered next = lines.next();
            while (next != null && broken.get() == null) {
                if (!results.has(next)) {
                    free.acquire();
                    begin(next, input, free);
                }
                next = lines.next();
            }
        }
        free.acquire(parallel);
        progress.end(results.remedy());
        IOException unwritten = broken.get();
        if (unwritten != null) {
            throw unwritten;
        }
        return results.failed() == 0;
    }

    private void begin(BatchInput.Numbered asked, BatchInput input, Semaphore free) {
        ConversationSession session = ai.session(asked.body());
        var unused = session.runAsync().whenComplete((ret, thrown) -> {
            try {
                results.add(asked, ret);
                progress.show(results.count(), input.bodies(), results.failed());
            } catch (IOException e) {
                broken.set(e);
            } finally {
                session.close();
                free.release();
            }
        });
    }
}
