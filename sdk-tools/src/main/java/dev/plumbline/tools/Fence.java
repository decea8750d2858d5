package dev.plumbline.tools;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.Cancellation;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

/**
 * What stands around a piece of somebody's code: once the outcome is decided, it is shut for good.
 *
 * @param outcome decided once, by whatever happens first
 * @param signal given when the outcome is decided by somebody else
 * @param clock its running time
 * @param doors what it reaches outside the program
 */
record Fence(CompletableFuture<ToolEnvelope> outcome, Cancellation signal, RunClock clock, Doors doors) {

    Fence(CompletableFuture<ToolEnvelope> outcome, Cancellation signal, RunClock clock) {
        this(outcome, signal, clock, new Doors());
    }

    boolean isShut() {
        return outcome.isDone();
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
