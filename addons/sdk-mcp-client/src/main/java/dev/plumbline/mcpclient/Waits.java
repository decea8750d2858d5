package dev.plumbline.mcpclient;

import dev.plumbline.call.Cancellation;
import dev.plumbline.event.AiException;
import dev.plumbline.time.Scheduler;
import dev.plumbline.time.Subscription;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;

/** Waits that always end: with a result, by a cancellation or by a time limit. */
final class Waits {
    private Waits() {}

    /** Runs an action with a cancellation that is also given when the time is up, or when the outer one is given. */
    static <T> T within(Duration limit, Cancellation outer, Scheduler time, Function<Cancellation, T> action) {
        Cancellation ends = Cancellation.create(time);
        Subscription timer =
                time.schedule(limit, () -> ends.expire("the server did not answer within " + limit.toMillis() + " ms"));
        Subscription cancel = outer.onCancel(() -> ends.cancel("the call was cancelled"));
        try {
            return action.apply(ends);
        } finally {
            timer.close();
            cancel.close();
        }
    }

    /** Returns the failure for a cancellation that was given. */
    static McpFailure failure(Cancellation given) {
        try {
            given.throwIfCancelled();
        } catch (AiException e) {
            return McpFailure.of(e.error());
        }
        return McpFailure.of(McpFailure.Kind.CANCELLED, "the request was cancelled");
    }

    /** Waits for a future that completes in any case, and whose failures are {@link McpFailure}s. */
    static <T> T result(CompletableFuture<T> future) {
        try {
            return future.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw McpFailure.of(McpFailure.Kind.CANCELLED, "the waiting thread was interrupted");
        } catch (ExecutionException e) {
            throw e.getCause() instanceof McpFailure failure ? failure : unexpected(e);
        }
    }

    private static McpFailure unexpected(ExecutionException e) {
        Throwable cause = e.getCause() == null ? e : e.getCause();
        return McpFailure.of(
                McpFailure.Kind.PROTOCOL,
                "the request failed: " + cause.getClass().getName());
    }

    /** Waits for a future of others, which may complete later than this wait ends. */
    static <T> T shared(CompletableFuture<T> shared, Cancellation ends) {
        CompletableFuture<T> own = shared.copy();
        Subscription end = ends.onCancel(() -> own.completeExceptionally(failure(ends)));
        try {
            return result(own);
        } finally {
            end.close();
        }
    }
}
