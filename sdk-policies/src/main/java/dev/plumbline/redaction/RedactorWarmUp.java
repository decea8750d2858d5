package dev.plumbline.redaction;

import dev.plumbline.call.Cancellation;
import dev.plumbline.policy.Redactor;
import dev.plumbline.time.Subscription;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The preparation of a redactor, started once. Thread-safe. */
final class RedactorWarmUp {
    private final CompletableFuture<Void> ready;

    private RedactorWarmUp(CompletableFuture<Void> ready) {
        this.ready = ready;
    }

    static RedactorWarmUp of(Optional<Redactor> redactor) {
        return new RedactorWarmUp(
                redactor.isPresent() ? redactor.get().warmUp() : CompletableFuture.completedFuture(null));
    }

    /** Waits until the redactor is ready; throws if its preparation failed, or the call is cancelled. */
    void await(Cancellation cancellation) {
        if (!ready.isDone()) {
            CompletableFuture<Void> over = new CompletableFuture<>();
            Subscription waiting = cancellation.onCancel(() -> over.complete(null));
            try {
                CompletableFuture.anyOf(ready, over).join();
            } finally {
                waiting.close();
            }
            cancellation.throwIfCancelled();
        }
        ready.join();
    }
}
