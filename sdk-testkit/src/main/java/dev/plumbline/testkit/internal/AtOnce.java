package dev.plumbline.testkit.internal;

import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ConcurrentRunner;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** Runs several tasks again and again at the same time, to see whether what they return and leave is right. */
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

    /** What several threads do that begin at one moment. */
    public interface Round {
        /** Does what one of the threads does. */
        void run(int thread);

        /** Checks what they have left, when all have ended, and returns whether there may be another round. */
        boolean leavesWhatItShould();
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
        Meeting all = new Meeting(tasks);
        AtomicBoolean isFound = new AtomicBoolean();
        Rounds rounds = Rounds.of(least, time);
        List<Optional<Object>> others = verdict.atOnce(tasks, number -> {
            for (int i = 0; rounds.goOn(i) && !isFound.get(); i++) {
                Object result = task.run(number, () -> all.meet(WAIT));
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

    /**
     * Runs rounds on threads that stay, so that the threads of a round begin at one moment and not as each is started.
     *
     * @param next makes a round before it begins
     * @param patience how long a round may take
     */
    public static void inRounds(
            int threads, Rounds rounds, Supplier<? extends Round> next, Duration patience, LawAssertion verdict) {
        Meeting meeting = new Meeting(threads);
        AtomicReference<Round> current = new AtomicReference<>(next.get());
        AtomicInteger ended = new AtomicInteger();
        List<CompletableFuture<Integer>> running = IntStream.range(0, threads)
                .mapToObj(thread -> ConcurrentRunner.begin(() -> {
                    try {
                        while (meeting.meet()) {
                            Round round = Objects.requireNonNull(current.get());
                            round.run(thread);
                            if (meeting.meet() && thread == 0) {
                                if (!round.leavesWhatItShould() || !rounds.goOn(ended.incrementAndGet())) {
                                    break;
                                }
                                current.set(next.get());
                            }
                        }
                        return thread;
                    } finally {
                        meeting.end(); // so that no other one waits
                    }
                }))
                .toList();
        for (int before = 0;
                !Await.until(() -> running.stream().allMatch(CompletableFuture::isDone), patience);
                before = ended.get()) {
            if (ended.get() == before) {
                meeting.end();
                throw verdict.lateness(patience);
            }
        }
        for (CompletableFuture<Integer> each : running) {
            int unused = verdict.outcome(each, patience);
        }
    }
}
