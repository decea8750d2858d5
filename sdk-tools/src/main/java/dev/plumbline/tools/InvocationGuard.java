package dev.plumbline.tools;

import dev.plumbline.body.ContentOrigin;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.Cancellation;
import dev.plumbline.internal.PausableTimer;
import dev.plumbline.tool.SandboxAccess;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The guard of one tool call: it holds the outcome, and is shut once the outcome is decided. */
final class InvocationGuard {
    private final CompletableFuture<ToolEnvelope> outcome = new CompletableFuture<>();
    private final Cancellation signal;
    private final @Nullable PausableTimer clock;
    private @Nullable SandboxAccess reach;
    private @Nullable CompletableFuture<ToolEnvelope> later;
    private int percent = -1;

    /**
     * Creates an open guard.
     *
     * @param signal the cancellation that the tool sees
     * @param clock measures the running time; null if it has no limit
     */
    InvocationGuard(Cancellation signal, @Nullable PausableTimer clock) {
        this.signal = signal;
        this.clock = clock;
    }

    /** Returns the outcome, which is decided once, by whatever happens first. */
    CompletableFuture<ToolEnvelope> outcome() {
        return outcome;
    }

    Cancellation signal() {
        return signal;
    }

    /** Sets the future of the envelope of a tool that returned before its result was there. Called on its thread. */
    void awaitLater(CompletableFuture<ToolEnvelope> envelope) {
        later = envelope;
    }

    /** Returns the future that was set; null if the tool returned its result. */
    @Nullable
    CompletableFuture<ToolEnvelope> later() {
        return later;
    }

    boolean isShut() {
        return outcome.isDone();
    }

    /** Returns the sandbox access, opened at the first call and closed once the outcome is decided. */
    synchronized SandboxAccess reach(Supplier<SandboxAccess> opening) {
        SandboxAccess open = reach;
        if (open == null) {
            SandboxAccess opened = opening.get();
            CompletableFuture<?> unused = outcome.whenComplete((envelope, never) -> opened.close());
            open = opened;
            reach = open;
        }
        return open;
    }

    /** Returns whether files or addresses were opened. */
    synchronized boolean hasReached() {
        return reach != null;
    }

    /** Returns the label of what was read from files and addresses. */
    synchronized ContentOrigin origin() {
        return reach == null ? ContentOrigin.TOOL : reach.origin();
    }

    /** Records the progress and returns whether it is the highest so far, in whole percents. */
    synchronized boolean isFurther(double fraction) {
        int before = percent;
        percent = Math.max(before, (int) (fraction * 100));
        return percent > before;
    }

    /** Waits for another thread or the user, which does not count for the limits of the code. */
    <T> T waiting(Callable<T> wait) throws Exception {
        if (clock == null) {
            return wait.call();
        }
        clock.pause();
        try {
            return wait.call();
        } finally {
            clock.resume();
        }
    }
}
