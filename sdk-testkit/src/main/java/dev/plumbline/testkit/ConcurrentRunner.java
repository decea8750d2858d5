package dev.plumbline.testkit;

import dev.plumbline.testkit.internal.Meeting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
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
        List<CompletableFuture<T>> running = start(threads, task);
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

    private static <T> List<CompletableFuture<T>> start(int threads, IntFunction<T> task) {
        Meeting begin = new Meeting(threads);
        List<CompletableFuture<T>> running = new ArrayList<>();
        try {
            for (int i = 0; i < threads; i++) {
                int number = i;
                running.add(begin(() -> {
                    if (!begin.meet()) {
                        throw new IllegalStateException("the threads could not begin together");
                    }
                    return task.apply(number);
                }));
            }
            return running;
        } finally {
            if (running.size() < threads) {
                begin.end(); // the machine has no more threads; those that it had must not wait for the others
            }
        }
    }

    private static void start(Runnable task) {
        Thread thread = new Thread(task, "plumbline-together");
        thread.setDaemon(true);
        thread.start();
    }
}
