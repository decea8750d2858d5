package dev.plumbline.tools;

import dev.plumbline.body.ContentOrigin;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.Cancellation;
import dev.plumbline.internal.PausableTimer;
import dev.plumbline.tool.ToolException;
import dev.plumbline.tool.internal.SandboxAccess;
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
    private boolean partBegan;
    private @Nullable ToolException refusal;

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

    /** Marks that a part of the tool has begun on the UI thread. */
    synchronized void partBegan() {
        partBegan = true;
    }

    /** Returns the exception that tells the model that a part of the tool did not begin on the UI thread. */
    synchronized ToolException refusedPart(ToolEnvelope.Code code, String forTheModel) {
        ToolException refused = new ToolException(code, forTheModel);
        refusal = refused;
        return refused;
    }

    /** Returns whether the exception is the one that refused the last part. */
    @SuppressWarnings("ReferenceEquality") // an exception that the tool made itself says nothing of its parts
    synchronized boolean isRefusal(ToolException thrown) {
        return thrown == refusal;
    }

    /** Returns whether the tool has done what can be seen from here: a part on the UI thread, or use of files or addresses. */
    synchronized boolean hasBegunWork() {
        return partBegan || reach != null;
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
