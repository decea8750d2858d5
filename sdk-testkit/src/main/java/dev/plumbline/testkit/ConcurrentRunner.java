package dev.plumbline.testkit;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CyclicBarrier;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Runs the same task in several daemon threads at the same time. It does not use the common pool, which may have one
 * thread that another test occupies. Stateless.
 */
public final class ConcurrentRunner {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private ConcurrentRunner() {}

    /**
     * Starts a task on a new thread; the future completes with the task, and cancelling it does not end the task.
     */
    public static <T> CompletableFuture<T> begin(Supplier<T> task) {
        return CompletableFuture.supplyAsync(task, ConcurrentRunner::start);
    }

    /**
     * Runs the task in that many threads, which start at the same time, and waits for all of them.
     *
     * @param task receives the number of its thread, from zero
     * @return the results of the tasks, by the number of their thread
     * @throws AssertionError if a task threw (its throwable is the cause), or did not end within two minutes
     */
    public static <T> List<T> run(int threads, IntFunction<T> task) {
        CyclicBarrier start = new CyclicBarrier(threads);
        List<CompletableFuture<T>> running = IntStream.range(0, threads)
                .mapToObj(number -> begin(() -> {
                    await(start);
                    return task.apply(number);
                }))
                .toList();
        if (!Await.until(() -> running.stream().allMatch(CompletableFuture::isDone), PATIENCE)) {
            throw new AssertionError(
                    running.stream().filter(one -> !one.isDone()).count() + " of " + threads
                            + " threads did not end within " + PATIENCE.toSeconds()
                            + " s: look for a lock or a wait without end");
        }
        return IntStream.range(0, threads)
                .mapToObj(number -> outcome(number, running.get(number)))
                .toList();
    }

    private static <T> T outcome(int number, CompletableFuture<T> done) {
        try {
            return done.join();
        } catch (CompletionException e) {
            throw new AssertionError("thread " + number + " failed", e.getCause());
        }
    }

    private static void await(CyclicBarrier start) {
        try {
            start.await();
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new IllegalStateException("the threads could not begin together", e);
        }
    }

    private static void start(Runnable task) {
        Thread thread = new Thread(task, "plumbline-together");
        thread.setDaemon(true);
        thread.start();
    }
}
