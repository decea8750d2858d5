package dev.plumbline.runtime;

import dev.plumbline.runtime.AiRuntime.CloseReport;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/** Closes a runtime: runs the steps once and completes a future. */
final class ShutdownSequence {
    private final RuntimeExecutor threads;
    private final Step steps;
    private final IntSupplier toolsLeft;
    private final Supplier<Map<String, Integer>> lostRecords;
    private final AtomicBoolean begun = new AtomicBoolean();
    private final CompletableFuture<CloseReport> closed = new CompletableFuture<>();

    /**
     * Creates a sequence.
     *
     * @param toolsLeft returns the number of tools that still run
     * @param lostRecords returns the number of records that the steps could not write, by conversation
     */
    ShutdownSequence(
            RuntimeExecutor threads, Step steps, IntSupplier toolsLeft, Supplier<Map<String, Integer>> lostRecords) {
        this.threads = threads;
        this.steps = steps;
        this.toolsLeft = toolsLeft;
        this.lostRecords = lostRecords;
    }

    /** Starts the steps on a new thread, once, and returns at once. */
    void close() {
        if (begun.compareAndSet(false, true)) {
            threads.platform("close").newThread(this::run).start();
        }
    }

    private void run() {
        tried(steps);
        int left = threadsLeft() + toolsLeft.getAsInt();
        closed.complete(new CloseReport(left, lostRecords.get()));
    }

    /**
     * Waits for the threads, because views still receive the ends of their turns, and returns the number that is left.
     */
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

    /** Runs a step and logs its exception. */
    static void tried(Step step) {
        try {
            step.run();
        } catch (Exception | Error isolated) {
            System.getLogger("dev.plumbline.runtime")
                    .log(
                            System.Logger.Level.WARNING,
                            "a step of close() threw " + isolated.getClass().getName() + "; the other steps continue");
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

    /** A step of closing. */
    interface Step {
        void run() throws Exception;
    }
}
