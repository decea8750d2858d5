package dev.plumbline.testkit.internal;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;

/** Runs several tasks again and again at the same time, to see whether each still has the result that it has alone. */
public final class AtOnce {
    private static final Duration WAIT = Duration.ofMillis(20);

    private AtOnce() {}

    /** A task. */
    public interface Task {
        /**
         * Returns a result with {@code equals}; it is called many times.
         *
         * @param number the number of the task
         * @param meets waits for the others, where they should meet; it does nothing when the task is alone
         */
        Object run(int number, Runnable meets);
    }

    /**
     * Checks that each of that many tasks returns beside the others what it returns alone.
     *
     * @param least how often it is tried in any case
     * @param time how long it is tried then
     */
    public static void sameAsAlone(int tasks, int least, Duration time, Task task, LawAssertion verdict) {
        List<Object> alone = IntStream.range(0, tasks)
                .mapToObj(number -> task.run(number, () -> {}))
                .toList();
        CyclicBarrier all = new CyclicBarrier(tasks);
        AtomicBoolean isFound = new AtomicBoolean();
        Rounds rounds = Rounds.of(least, Integer.MAX_VALUE, time);
        List<Optional<Object>> others = verdict.atOnce(tasks, number -> {
            for (int i = 0; rounds.goOn(i) && !isFound.get(); i++) {
                Object result = task.run(number, () -> meet(all, WAIT));
                if (!result.equals(alone.get(number))) {
                    isFound.set(true);
                    return Optional.of(result);
                }
            }
            return Optional.empty();
        });
        for (int i = 0; i < tasks; i++) {
            Object expected = alone.get(i);
            others.get(i).ifPresent(seen -> {
                throw verdict.violation(
                        "one of " + tasks + " at once: " + LawAssertion.difference(seen, expected, "; alone "),
                        "keep what belongs to a call in local variables or in the call, also while it ends");
            });
        }
    }

    /** Waits until all have come, or for a moment, because fewer may come; who comes late can meet the others next time. */
    public static void meet(CyclicBarrier all, Duration moment) {
        try {
            all.await(moment.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            all.reset();
        } catch (TimeoutException alone) {
            all.reset(); // it is broken from now on otherwise
        } catch (BrokenBarrierException late) {
            // another one has waited long enough
        }
    }
}
