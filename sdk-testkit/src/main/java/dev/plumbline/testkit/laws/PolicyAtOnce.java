package dev.plumbline.testkit.laws;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.ModelId;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.event.FinishReason;
import dev.plumbline.event.Usage;
import dev.plumbline.policy.Policy;
import dev.plumbline.testkit.ConcurrentRunner;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.testkit.internal.LawAssertion;
import dev.plumbline.testkit.internal.Meeting;
import dev.plumbline.time.Scheduler;
import dev.plumbline.time.Subscription;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Compares calls at once with the same calls of another policy of the same kind, of which each begins when the one before it has begun:
 * at the limit of what a policy counts, which is found by calls one after the other. In both cases all calls have begun before one
 * ends, so that a limit of tokens, which are known at the end, refuses as many.
 */
final class PolicyAtOnce {
    private static final ModelId MODEL = ModelId.parse("scripted:script");

    /** How many calls are tried one after the other until one is refused. */
    private static final int MOST = 100;

    /** How often calls at once are tried with the first kind of answer at the limit, and with each other kind: they begin alike. */
    private static final int TRIES = 500;

    private static final int TRIES_OF_OTHERS = 100;

    /** After how many rounds in which calls do not meet they are tried no more. */
    private static final int APART = 5;

    /** At how many of its looks at the clock a call waits for the others. */
    private static final int LOOKS = 4;

    /** How long a call waits for the others before it begins, when it asks for the time, and when it has begun. */
    private static final Duration MOMENT = Duration.ofNanos(200_000);

    private static final Duration LONG = Duration.ofMillis(200);
    private static final int FOLLOWING = 3;

    private static final List<Round> ROUNDS =
            List.of(new Round(2, 1), new Round(4, 2), new Round(2, 2), new Round(3, 1), new Round(4, 4));

    private final Supplier<Policy> policies;
    private final Supplier<VirtualClock> clocks;

    PolicyAtOnce(Supplier<Policy> policies, Supplier<VirtualClock> clocks) {
        this.policies = policies;
        this.clocks = clocks;
    }

    /**
     * How many calls come at once.
     *
     * @param calls their number
     * @param left how many calls are left until the limit
     */
    private record Round(int calls, int left) {}

    /**
     * What the model answers.
     *
     * @param tokens how many it costs; none of the input and output if it is 0
     * @param saved how many a cache has saved
     * @param fails whether the call fails
     * @param text what it says
     */
    private record Answer(long tokens, long saved, boolean fails, String text) {
        /** An answer of which nothing is known at its end alone, so that only calls can be counted. */
        private static final Answer EMPTY = new Answer(0, 0, false, "");

        private static final List<Answer> ALL = List.of(
                new Answer(0, 0, false, "A plan."),
                new Answer(7, 0, false, "A plan."),
                new Answer(40_000, 0, false, "A plan."),
                new Answer(0, 47, false, "A plan."),
                new Answer(7, 0, true, "A plan."));

        @Override
        public String toString() {
            String what = saved > 0
                    ? "answered by a cache, which saved " + saved
                    : fails ? "failed after " + tokens : "answered with " + tokens;
            return what + " tokens";
        }

        AiReturn to(AiCall call) {
            List<AiDelta> deltas = List.of(
                    new AiDelta.Text(text),
                    new AiDelta.UsageReport(tokens == 0 ? Usage.NONE : Usage.of(tokens, 1)),
                    new AiDelta.Finish(FinishReason.STOP));
            deltas.forEach(call.sink());
            AiReturn ret = AiReturn.builder()
                    .deltas(deltas)
                    .model(call.model())
                    .ids(call.ids())
                    .savedTokens(saved)
                    .build();
            return fails ? ret.withError(AiError.of(AiError.Category.SERVER, "scripted", "it failed")) : ret;
        }
    }

    /** Checks all kinds of answers with which a limit is reached. */
    void check() {
        limit(Answer.EMPTY).ifPresent(this::noMoreThanInTurn);
        int tries = TRIES;
        for (Answer answer : Answer.ALL) {
            Optional<Integer> limit = limit(answer);
            if (limit.isPresent() && !compared(answer, limit.get(), tries)) {
                return;
            }
            tries = limit.isPresent() ? TRIES_OF_OTHERS : tries;
        }
    }

    /** Returns how many calls one after the other are not refused; empty if none is, or each. */
    private Optional<Integer> limit(Answer answer) {
        Trial trial = new Trial(answer);
        for (int i = 0; i < MOST; i++) {
            if (trial.after(i).startsWith("refused")) {
                return i == 0 ? Optional.empty() : Optional.of(i);
            }
        }
        return Optional.empty();
    }

    /** Checks that no more calls pass of which each begins within the one before it than one after the other. */
    private void noMoreThanInTurn(int limit) {
        for (Round round : ROUNDS) {
            if (round.left() <= limit && round.calls() > round.left()) {
                Trial trial = new Trial(Answer.EMPTY);
                trial.before(limit - round.left());
                List<String> seen = trial.nested(round.calls());
                long passed = seen.stream()
                        .filter(each -> !each.startsWith("refused"))
                        .count();
                new LawAssertion(
                                "calls at once are counted",
                                round.calls() + " calls, each before the one before it has ended, when " + round.left()
                                        + " of " + limit + " are left; their answers are empty and cost nothing")
                        .check(
                                passed <= round.left(),
                                passed + " calls that pass",
                                "count a call when it begins, before next.proceed(call), and not when it has ended");
            }
        }
    }

    /** Compares round after round, and returns whether calls can be compared at all. */
    private boolean compared(Answer answer, int limit, int tries) {
        List<List<String>> expected = new ArrayList<>();
        for (Round round : ROUNDS) {
            Trial trial = new Trial(answer);
            trial.before(limit - round.left());
            List<String> seen = trial.nested(round.calls());
            expected.add(trial.following(seen));
            if (trial.isLater()) {
                return false; // it waits, so that the times of calls differ
            }
        }
        int apart = 0;
        for (int i = 0; i < tries && apart < APART; i++) {
            Round round = ROUNDS.get(i % ROUNDS.size());
            Trial trial = new Trial(answer);
            trial.before(limit - round.left());
            Optional<List<String>> seen = trial.atOnce(round.calls()).map(trial::following);
            if (seen.isEmpty()) {
                apart++; // one call holds up the others: another law is about that
                continue;
            }
            List<String> wanted = expected.get(i % ROUNDS.size());
            new LawAssertion(
                            "calls at once are counted",
                            round.calls() + " calls at once, each " + answer + ", when " + round.left() + " of " + limit
                                    + " are left, and then " + FOLLOWING + " more")
                    .check(
                            seen.get().equals(wanted),
                            seen.get() + "; if each begins when the one before it has begun, " + wanted,
                            "look at what is counted and change it in one step, under one lock, when a call begins and when"
                                    + " it ends");
        }
        return apart < APART;
    }

    /** A new policy and its calls. */
    private final class Trial {
        private final Policy policy = policies.get();
        private final VirtualClock clock = clocks.get();
        private final Instant began = clock.instant();
        private final Answer answer;
        private int next;

        Trial(Answer answer) {
            this.answer = answer;
        }

        boolean isLater() {
            return !clock.instant().equals(began);
        }

        void before(int calls) {
            for (int i = 0; i < calls; i++) {
                String unused = after(next);
            }
        }

        /** Returns what became of a call after all others. */
        String after(int number) {
            next = number + 1;
            AtomicBoolean asked = new AtomicBoolean();
            return outcome(
                    call(number, clock),
                    inner -> {
                        asked.set(true);
                        return answer.to(inner);
                    },
                    asked);
        }

        /** Adds what becomes of the calls that follow. */
        List<String> following(List<String> seen) {
            List<String> all = new ArrayList<>(seen.stream().sorted().toList());
            for (int i = 0; i < FOLLOWING; i++) {
                all.add("then " + after(next));
            }
            return all;
        }

        /** Returns what becomes of calls of which each begins within the one before it, or after it if that one was refused. */
        List<String> nested(int calls) {
            List<String> seen = new ArrayList<>();
            begin(next + calls, seen);
            return seen;
        }

        private void begin(int end, List<String> seen) {
            if (next == end) {
                return;
            }
            AiCall call = call(next++, clock);
            AtomicBoolean asked = new AtomicBoolean();
            String outcome = outcome(
                    call,
                    inner -> {
                        if (!asked.getAndSet(true)) {
                            begin(end, seen);
                        }
                        return answer.to(inner);
                    },
                    asked);
            if (!asked.get()) {
                begin(end, seen);
            }
            seen.add(outcome);
        }

        /** Returns what becomes of calls at once; empty if one had to end before another one could begin. */
        Optional<List<String>> atOnce(int calls) {
            Meeting begins = new Meeting(calls);
            List<Meeting> looks =
                    Stream.generate(() -> new Meeting(calls)).limit(LOOKS).toList();
            Meeting begun = new Meeting(calls);
            AtomicInteger numbers = new AtomicInteger();
            AtomicInteger inside = new AtomicInteger();
            AtomicInteger ready = new AtomicInteger();
            AtomicBoolean isApart = new AtomicBoolean();
            int first = next;
            next += calls;
            Supplier<String> each = () -> {
                AiCall call = call(first + numbers.getAndIncrement(), new Watch(clock, looks));
                AtomicBoolean asked = new AtomicBoolean();
                begins.meet(LONG);
                String outcome = outcome(
                        call,
                        inner -> {
                            if (!asked.getAndSet(true)) {
                                inside.incrementAndGet();
                                if (!begun.meet(LONG)) {
                                    isApart.set(true);
                                }
                                ready.incrementAndGet();
                                Meeting.within(() -> ready.get() >= inside.get(), MOMENT);
                            }
                            return answer.to(inner);
                        },
                        asked);
                if (!asked.get()) {
                    begun.come();
                }
                return outcome;
            };
            List<CompletableFuture<String>> others = IntStream.range(1, calls)
                    .mapToObj(i -> ConcurrentRunner.begin(each))
                    .toList();
            List<String> seen = new ArrayList<>(List.of(each.get()));
            others.forEach(other -> seen.add(other.join()));
            return isApart.get() || isLater() ? Optional.empty() : Optional.of(seen);
        }

        private AiCall call(int number, Scheduler time) {
            return AiCall.of(AiBody.of("Question " + (1000 + number)), MODEL).toBuilder()
                    .namespace("plan-7")
                    .cancellation(Cancellation.create(time))
                    .build()
                    .withAttribute(AiCall.SCHEDULER, time);
        }

        private String outcome(AiCall call, Policy.Next model, AtomicBoolean asked) {
            try {
                AiReturn ret = policy.appliesTo(call) ? policy.around(call, model) : model.proceed(call);
                String refused = asked.get() ? "failed " : "refused ";
                return ret.error().map(error -> refused + shown(error)).orElse("answered");
            } catch (AiException refused) {
                return (asked.get() ? "failed " : "refused ") + shown(refused.error());
            } catch (RuntimeException broken) {
                return "threw " + broken.getClass().getName();
            }
        }

        private String shown(AiError error) {
            return error.code()
                    + error.retryAt()
                            .map(at -> " for " + Duration.between(began, at))
                            .orElse("");
        }
    }

    /** The clock of a call at once, at which calls meet each of the first times that they look at it: then they go on together. */
    private static final class Watch implements Scheduler {
        private final VirtualClock clock;
        private final List<Meeting> looks;
        private final AtomicInteger looked = new AtomicInteger();

        Watch(VirtualClock clock, List<Meeting> looks) {
            this.clock = clock;
            this.looks = looks;
        }

        private void look() {
            int number = looked.getAndIncrement();
            if (number < looks.size()) {
                boolean unused = looks.get(number).meet(MOMENT);
            }
        }

        @Override
        public long nanoTime() {
            look();
            return clock.nanoTime();
        }

        @Override
        public Instant instant() {
            look();
            return clock.instant();
        }

        @Override
        public Subscription schedule(Duration delay, Runnable action) {
            return clock.schedule(delay, action);
        }

        @Override
        public void sleep(Duration time, CountDownLatch wake) throws InterruptedException {
            clock.sleep(time, wake);
        }
    }
}
