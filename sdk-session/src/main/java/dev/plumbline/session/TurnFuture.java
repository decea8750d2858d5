package dev.plumbline.session;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

/** A future that refuses to be waited for on the UI thread, as do those made from it, and whose cancellation is told. */
final class TurnFuture<T> extends CompletableFuture<T> {
    private final BooleanSupplier onUiThread;
    private final Runnable onCancel;

    TurnFuture(BooleanSupplier onUiThread, Runnable onCancel) {
        this.onUiThread = onUiThread;
        this.onCancel = onCancel;
    }

    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        return new TurnFuture<>(onUiThread, () -> {});
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
        if (first) {
            onCancel.run();
        }
        return first;
    }

    private void check(String door) {
        if (!isDone() && onUiThread.getAsBoolean()) {
            throw new IllegalStateException(door + " blocks, and this is the UI thread: use thenAccept(…)");
        }
    }
}
