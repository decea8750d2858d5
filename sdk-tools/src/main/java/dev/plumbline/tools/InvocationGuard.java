package dev.plumbline.tools;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.Cancellation;
import dev.plumbline.tool.SandboxAccess;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The guard around a piece of tool code: once the outcome is decided, it stays closed. */
final class InvocationGuard {
    private final CompletableFuture<ToolEnvelope> outcome = new CompletableFuture<>();
    private final Cancellation signal;
    private final @Nullable PausableTimer clock;
    private @Nullable SandboxAccess reach;
    private int percent = -1;

    /**
     * Creates a guard around code that another thread waits for.
     *
     * @param signal given when the outcome is decided elsewhere
     * @param clock its running time; null when it has no limit
     */
    InvocationGuard(Cancellation signal, @Nullable PausableTimer clock) {
        this.signal = signal;
        this.clock = clock;
    }

    /** Decided once, by whatever happens first. */
    CompletableFuture<ToolEnvelope> outcome() {
        return outcome;
    }

    Cancellation signal() {
        return signal;
    }

    boolean isShut() {
        return outcome.isDone();
    }

    /** What it reaches outside the program: opened when it is first asked for, closed once the outcome is decided. */
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

    /** Whether that is further than it ever said it was, by whole percents. */
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
