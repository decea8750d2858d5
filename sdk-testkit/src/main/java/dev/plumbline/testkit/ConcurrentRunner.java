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
 * A concurrency harness: the same task in several threads at the same moment, each thread a daemon of its own. The common
 * pool may be one thread wide, and a task of another test may occupy it. Stateless.
 */
public final class ConcurrentRunner {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private ConcurrentRunner() {}

    /**
     * Begins one task on a thread of its own; the future ends as the task does, and cancelling it does not end the
     * task.
     */
    public static <T> CompletableFuture<T> begin(Supplier<T> task) {
        return CompletableFuture.supplyAsync(task, ConcurrentRunner::start);
    }

    /**
     * Runs the task in that many threads, which begin at the same moment, and waits for all of them.
     *
     * @param task is given the number of its thread, from zero
     * @return what the tasks returned, by the number of their thread
     * @throws AssertionError when a task threw (its throwable is the cause), or one is not done within 30 seconds
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
