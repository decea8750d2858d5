package dev.plumbline.tools;

import dev.plumbline.body.ToolEnvelope.Code;
import dev.plumbline.time.Subscription;
import dev.plumbline.tool.ToolException;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The part of a tool that runs on the host's UI thread while the tool waits for it. Its outcome is published when the UI
 * thread has left it, so that a caller that goes on never lets go of a part that still seems to run (J26).
 */
final class UiThreadTask<T> implements ToolTask {
    private static final String TOO_LATE = "the call ended before its task on the UI thread began";

    private final Callable<T> edit;
    private final InvocationGuard guard;
    private final Consumer<Throwable> late;

    /** Whether the part is decided: it runs or has run, or it never will. */
    private final AtomicBoolean claimed = new AtomicBoolean();

    private final CompletableFuture<@Nullable T> result = new CompletableFuture<>();
    private @Nullable T value;
    private @Nullable Throwable thrown = new CancellationException(TOO_LATE);

    /**
     * Creates a part.
     *
     * @param late receives what it throws once nobody waits for it
     */
    UiThreadTask(Callable<T> edit, InvocationGuard guard, Consumer<Throwable> late) {
        this.edit = edit;
        this.guard = guard;
        this.late = late;
    }

    T at(UiThreadExecutor uiThread) throws Exception {
        Subscription queued = start(uiThread);
        Subscription patience = uiThread.afterPatience(() -> waitedTooLong(uiThread));
        Subscription giveUp = guard.signal().onCancel(() -> {
            result.completeExceptionally(new CancellationException(TOO_LATE));
        });
        try {
            return awaited();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception cause ? cause : new IllegalStateException(e.getCause());
        } finally {
            giveUp.close();
            patience.close();
            queued.close();
        }
    }

    /** Waits for the outcome; a thread that is interrupted says that nobody waits any more, so that a late failure is reported. */
    private T awaited() throws ExecutionException, InterruptedException {
        try {
            return result.get();
        } catch (InterruptedException stopped) {
            if (result.completeExceptionally(new CancellationException(TOO_LATE))) {
                throw stopped;
            }
            Thread.currentThread().interrupt();
            return result.get(); // it came at the same moment
        }
    }

    private Subscription start(UiThreadExecutor uiThread) {
        try {
            return uiThread.start(this);
        } catch (RejectedExecutionException e) {
            throw guard.refusedPart(Code.QUOTA, String.valueOf(e.getMessage()));
        }
    }

    private void waitedTooLong(UiThreadExecutor uiThread) {
        result.completeExceptionally(
                claimed.compareAndSet(false, true)
                        ? guard.refusedPart(Code.TIMEOUT, "The program was busy, perhaps with an open dialog.")
                        : new ToolException(
                                Code.TIMEOUT,
                                "The tool's part on the UI thread did not end within "
                                        + uiThread.patience().toMillis() + " ms."));
    }

    @Override
    public boolean begin() {
        return !guard.isShut() && !result.isDone() && claimed.compareAndSet(false, true);
    }

    @Override
    public void run() {
        guard.partBegan();
        try {
            value = edit.call();
            thrown = null;
        } catch (Throwable t) {
            thrown = t;
        }
    }

    @Override
    public void done() {
        Throwable failure = thrown;
        if (failure == null) {
            result.complete(value);
        } else if (!result.completeExceptionally(failure)) {
            late.accept(failure);
        }
    }
}
