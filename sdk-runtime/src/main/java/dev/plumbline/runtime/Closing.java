package dev.plumbline.runtime;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntSupplier;

/** The end of a runtime: its steps, once, and a future for when it is true. */
final class Closing {
    private final RuntimeThreads threads;
    private final Step steps;
    private final IntSupplier toolsLeft;
    private final AtomicBoolean begun = new AtomicBoolean();
    private final CompletableFuture<CloseReport> closed = new CompletableFuture<>();

    Closing(RuntimeThreads threads, Step steps, IntSupplier toolsLeft) {
        this.threads = threads;
        this.steps = steps;
        this.toolsLeft = toolsLeft;
    }

    /** Runs the steps on a thread of its own, once; returns at once. */
    void close() {
        if (begun.compareAndSet(false, true)) {
            threads.platform("close").newThread(this::run).start();
        }
    }

    private void run() {
        tried(steps);
        closed.complete(new CloseReport(threadsLeft() + toolsLeft.getAsInt()));
    }

    /** Views still receive the ends of their turns; the threads end after that. */
    private int threadsLeft() {
        try {
            return threads.awaitIdle(Duration.ofSeconds(2));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 1;
        } finally {
            threads.close();
        }
    }

    /** Runs it; what it throws is logged. */
    static void tried(Step step) {
        try {
            step.run();
        } catch (Exception | Error isolated) {
            System.getLogger("dev.plumbline.runtime")
                    .log(
                            System.Logger.Level.WARNING,
                            "a step of closing threw " + isolated.getClass().getName() + "; the others go on");
        }
    }

    CompletableFuture<CloseReport> closed() {
        return closed.copy();
    }

    boolean await(Duration limit) {
        try {
            return closed.get(limit.toNanos(), TimeUnit.NANOSECONDS).isClean();
        } catch (TimeoutException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException("closing never fails", e);
        }
    }

    /** One thing that has to end. */
    interface Step {
        void run() throws Exception;
    }
}
