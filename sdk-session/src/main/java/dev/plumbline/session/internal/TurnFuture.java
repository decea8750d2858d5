package dev.plumbline.session.internal;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A future that refuses to block the UI thread, as do its dependents, and that cancels its turn when it is cancelled.
 */
final class TurnFuture<T> extends CompletableFuture<T> {
    private final EngineSettings settings;
    private final @Nullable Turn turn;

    /** Creates the future of a turn; {@code turn} is null if a cancellation has no effect. */
    TurnFuture(EngineSettings settings, @Nullable Turn turn) {
        this.settings = settings;
        this.turn = turn;
    }

    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        return new TurnFuture<>(settings, null);
    }

    @Override
    public T join() {
        check("join()");
        return super.join();
    }

    @Override
    public T get() throws InterruptedException, ExecutionException {
        check("get()");
        return super.get();
    }

    @Override
    public T get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        check("get()");
        return super.get(timeout, unit);
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        boolean first = super.cancel(mayInterruptIfRunning);
        if (first && turn != null) {
            turn.cancel("its future was cancelled");
        }
        return first;
    }

    private void check(String method) {
        if (!isDone() && settings.onUiThread()) {
            throw new IllegalStateException(method + " blocks, and this is the UI thread: use thenAccept(…)");
        }
    }
}
