package dev.plumbline.tools;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.Cancellation;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What stands around a piece of somebody's code: once the outcome is decided, it is shut for good.
 *
 * @param outcome decided once, by whatever happens first
 * @param signal given when the outcome is decided by somebody else
 * @param clock its running time
 * @param doors what it reaches outside the program
 * @param percent how far it said it was
 */
record Fence(
        CompletableFuture<ToolEnvelope> outcome,
        Cancellation signal,
        RunClock clock,
        Doors doors,
        AtomicInteger percent) {

    Fence(CompletableFuture<ToolEnvelope> outcome, Cancellation signal, RunClock clock) {
        this(outcome, signal, clock, new Doors(), new AtomicInteger(-1));
    }

    boolean isShut() {
        return outcome.isDone();
    }

    /** Whether that is further than it ever said it was, by whole percents. */
    boolean isFurther(double fraction) {
        int now = (int) (fraction * 100);
        return percent.getAndAccumulate(now, Math::max) < now;
    }

    /** Waits for somebody else, which counts for no limit of the code. */
    <T> T waiting(Callable<T> wait) throws Exception {
        clock.pause();
        try {
            return wait.call();
        } finally {
            clock.resume();
        }
    }
}
