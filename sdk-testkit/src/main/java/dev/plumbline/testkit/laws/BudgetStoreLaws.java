package dev.plumbline.testkit.laws;

import dev.plumbline.call.Cancellation;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.policy.BudgetStore;
import dev.plumbline.policy.BudgetStore.Amount;
import dev.plumbline.policy.BudgetStore.Budget;
import dev.plumbline.policy.BudgetStore.Taken;
import dev.plumbline.testkit.ConcurrentRunner;
import dev.plumbline.testkit.internal.LawAssertion;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/**
 * The laws of every budget store as jqwik properties. Implement the three methods in a test class. Tests without
 * jqwik call them with an input.
 */
public interface BudgetStoreLaws {

    /** Returns an empty store; the laws close it. */
    BudgetStore store();

    /** Returns another store of the same budgets, as another program would open one; the laws close it. */
    BudgetStore another(BudgetStore first);

    /** Lets that time pass for all stores; no less, and less than a second more. */
    void advance(Duration time);

    /** Returns how long a law may take with one input: 30 seconds by default. What takes longer is taken for endless. */
    default Duration patience() {
        return Duration.ofSeconds(30);
    }

    /** Checks that takers of two stores at the same time never take more than there is, and all of it. */
    @Property(tries = 10)
    default void takers_never_take_more_than_there_is(@ForAll @IntRange(min = 1, max = 20) int size) {
        LawAssertion.within(patience(), "takers never take more than there is", () -> {
            LawAssertion verdict = law("takers never take more than there is", size);
            try (BudgetStore one = store();
                    BudgetStore other = another(one)) {
                for (Budget budget : List.of(counted(size), timed(size))) {
                    List<Integer> granted = ConcurrentRunner.run(4, number -> {
                        BudgetStore own = number % 2 == 0 ? one : other;
                        int taken = 0;
                        for (int i = 0; i < size; i++) {
                            taken += own.take(budget, Amount.of(1)).isGranted() ? 1 : 0;
                        }
                        return taken;
                    });
                    int all = granted.stream().mapToInt(Integer::intValue).sum();
                    verdict.check(all == size, all + " granted of budget " + budget.key(), "take in one atomic step");
                }
            }
        });
    }

    /** Checks that after any operations, through two stores of a place, each budget is a number. */
    @Property(tries = 50)
    default void histories_are_those_of_numbers(@ForAll(supplier = AnyInput.Steps.class) List<Integer> steps) {
        LawAssertion.within(patience(), "histories are those of numbers", () -> {
            try (BudgetStore tried = store();
                    BudgetStore elsewhere = another(tried)) {
                StoreHistories.budgets(tried, elsewhere, this::advance, steps);
            }
        });
    }

    /** Checks that another store sees what was taken, also after the first was closed. */
    @Property(tries = 10)
    default void what_was_taken_survives_close(@ForAll @IntRange(min = 1, max = 20) int size) {
        LawAssertion.within(patience(), "what was taken survives close", () -> {
            LawAssertion verdict = law("what was taken survives close", size);
            BudgetStore one = store();
            try (BudgetStore other = another(one)) {
                try (one) {
                    one.take(counted(size), Amount.of(size));
                    one.take(timed(size), Amount.of(size));
                }
                for (Budget budget : List.of(counted(size), timed(size))) {
                    Taken more = other.take(budget, Amount.of(1));
                    verdict.check(!more.isGranted(), more.toString(), "keep budgets where every store finds them");
                }
            }
        });
    }

    /** Checks that what is refused takes nothing, and that each key has a budget of its own. */
    @Property(tries = 10)
    default void refused_takes_nothing(@ForAll @IntRange(min = 1, max = 20) int size) {
        LawAssertion.within(patience(), "refused takes nothing", () -> {
            LawAssertion verdict = law("refused takes nothing", size);
            try (BudgetStore tried = AnyLimits.of(store())) {
                for (Budget budget : List.of(counted(size), timed(size))) {
                    Taken refused = tried.take(budget, Amount.of(size + 1L));
                    verdict.check(!refused.isGranted(), refused.toString(), "grant all units or none");
                    verdict.check(
                            !budget.refill().isZero() || refused.delay().equals(BudgetStore.NO_LIMIT),
                            refused.toString(),
                            "say NO_LIMIT if only a return brings units");
                    Taken all = tried.take(budget, Amount.of(size));
                    verdict.check(
                            all.isGranted() && all.left() == 0, all.toString(), "take nothing when it is refused");
                    List<String> keys = new ArrayList<>(
                            List.of(" " + budget.key(), budget.key().toUpperCase(Locale.ROOT)));
                    StoreChecks.BORDERS.forEach(border -> {
                        keys.add(budget.key() + border + "1");
                        keys.add(budget.key() + border + "2");
                    });
                    keys.add(budget.key() + " ");
                    for (String key : keys) {
                        Taken apart = tried.take(new Budget(key, size, budget.refill()), Amount.of(size));
                        verdict.check(
                                apart.isGranted(),
                                key + " beside " + budget.key() + ": " + apart,
                                "keep budgets apart by their keys, with case, white space and signs");
                    }
                }
            }
        });
    }

    /** Checks that units come back evenly with time, and that a wait is as long as that takes. */
    @Property(tries = 10)
    default void units_come_back_with_time(@ForAll @IntRange(min = 1, max = 20) int size) {
        LawAssertion.within(patience(), "units come back with time", () -> {
            LawAssertion verdict = law("units come back with time", size);
            try (BudgetStore tried = AnyLimits.of(store())) {
                tried.take(timed(size), Amount.of(size));
                Taken now = tried.take(timed(size), Amount.of(1));
                verdict.check(!now.isGranted() && isAboutAUnit(now), now.toString(), "say how long one unit takes");
                Taken impatient = tried.take(timed(size), new Amount(1, 0, unit().dividedBy(4)));
                verdict.check(!impatient.isGranted(), impatient.toString(), "refuse units that do not come in time");
                Taken later = tried.take(timed(size), new Amount(1, 0, unit()));
                verdict.check(
                        later.isGranted() && isAboutAUnit(later), later.toString(), "reserve units for those who wait");
                advance(unit().multipliedBy(2));
                Taken next = tried.take(timed(size), Amount.of(1));
                verdict.check(next.isGranted(), next.toString(), "let one unit come back in its share of the time");
                Taken more = tried.take(timed(size), Amount.of(1));
                verdict.check(!more.isGranted(), more.toString(), "let units come back evenly, not all at once");
                advance(unit().multipliedBy(3L * size));
                Taken full = tried.take(timed(size), Amount.of(0));
                verdict.check(full.left() == size, full.toString(), "let a budget become full, and not more");
                Budget looked = new Budget("looked", 2, unit().multipliedBy(2));
                tried.take(looked, Amount.of(2));
                for (int i = 0; i < 5; i++) {
                    Taken look = tried.take(looked, Amount.of(0));
                    verdict.check(look.isGranted(), look.toString(), "let those who only look wait for nothing");
                    advance(unit().multipliedBy(2).dividedBy(5));
                }
                Taken again = tried.take(looked, Amount.of(2));
                verdict.check(
                        again.isGranted(),
                        again + " after the time of a whole budget, in which it was looked at five times",
                        "keep the part of a unit that has come back when somebody looks");
                Budget month = new Budget("month", 30, Duration.ofDays(30));
                tried.take(month, Amount.of(30));
                advance(Duration.ofDays(2));
                Taken some = tried.take(month, Amount.of(0));
                verdict.check(
                        some.left() >= 2 && some.left() <= 3,
                        some + " of a budget of 30 in 30 days, two days after all were taken",
                        "let units come back evenly over the whole time of a budget");
            }
        });
    }

    /** Checks that a budget may have many units. */
    @Property(tries = 1)
    default void large_budgets_are_counted_exactly() {
        LawAssertion.within(patience(), "large budgets are counted exactly", () -> {
            Budget large = new Budget("large", 5_000_000_000_001L, Duration.ZERO);
            LawAssertion verdict = law("large budgets are counted exactly", large.size());
            try (BudgetStore tried = AnyLimits.of(store())) {
                Taken most = tried.take(large, Amount.of(5_000_000_000_000L));
                Taken more = tried.take(large, Amount.of(2));
                verdict.check(
                        most.isGranted() && most.left() == 1 && !more.isGranted(),
                        most + ", then " + more,
                        "count units in whole numbers of 64 bits");
                Taken full = tried.take(large, new Amount(0, Long.MAX_VALUE, BudgetStore.NO_LIMIT));
                verdict.check(
                        full.isGranted() && full.left() == large.size(),
                        full + " after everything was returned",
                        "keep a budget at its size, however much is returned");
                Budget slow = new Budget("slow", 4, Duration.ofDays(32));
                Taken all = tried.take(slow, Amount.of(4));
                Taken patient = tried.take(slow, new Amount(1, 0, BudgetStore.NO_LIMIT));
                verdict.check(
                        all.isGranted()
                                && patient.isGranted()
                                && patient.left() == 0
                                && patient.delay().compareTo(Duration.ofDays(7)) > 0,
                        all + ", then " + patient + " of " + slow,
                        "count times of weeks, and waits without end; left is never negative");
                verdict.close(tried);
            }
        });
    }

    /** Checks that a wait is long enough and no longer than it takes, also in parts of seconds. */
    @Property(tries = 5)
    default void waits_are_as_long_as_they_say(@ForAll @IntRange(min = 1, max = 20) int size) {
        LawAssertion.within(patience(), "waits are as long as they say", () -> {
            LawAssertion verdict = law("waits are as long as they say", size);
            try (BudgetStore tried = AnyLimits.of(store())) {
                for (Duration refill : List.of(Duration.ofMillis(900), Duration.ofMillis(1500L * size))) {
                    Budget budget = new Budget("refilled in " + refill, refill.toMillis() < 1000 ? 1 : size, refill);
                    tried.take(budget, Amount.of(budget.size()));
                    Taken now = tried.take(budget, Amount.of(1));
                    verdict.check(
                            now.isGranted() || now.delay().compareTo(refill.dividedBy(budget.size())) <= 0,
                            now + " of " + budget,
                            "say how long one unit takes");
                    if (!now.isGranted()) {
                        advance(now.delay());
                        Taken later = tried.take(budget, Amount.of(1));
                        verdict.check(
                                later.isGranted(),
                                later + " of " + budget + " after the wait of " + now.delay(),
                                "count time in parts of seconds, and round waits up");
                    }
                }
            }
        });
    }

    /** Checks that units are returned before others are taken, and never above the size. */
    @Property(tries = 10)
    default void returned_units_are_there_again(@ForAll @IntRange(min = 1, max = 20) int size) {
        LawAssertion.within(patience(), "returned units are there again", () -> {
            LawAssertion verdict = law("returned units are there again", size);
            try (BudgetStore tried = AnyLimits.of(store())) {
                for (Budget budget : List.of(counted(size), timed(size))) {
                    tried.take(budget, Amount.of(size));
                    Taken again = tried.take(budget, new Amount(1, 1, Duration.ZERO));
                    verdict.check(again.isGranted(), again.toString(), "return first, then take, in one step");
                    Taken refused = tried.take(budget, new Amount(size + 1L, 1, Duration.ZERO));
                    Taken returned = tried.take(budget, Amount.of(0));
                    verdict.check(
                            !refused.isGranted() && returned.left() >= 1,
                            refused + ", and then " + returned,
                            "return units also if the units that are wanted are refused");
                    Taken full = tried.take(budget, new Amount(0, 3L * size, Duration.ZERO));
                    verdict.check(full.left() == size, full.toString(), "keep a budget at its size");
                }
            }
        });
    }

    /** Checks that an operation that is cancelled, or has no time, throws the documented error and takes nothing. */
    @Property(tries = 10)
    default void operations_keep_their_limits(@ForAll @IntRange(min = 1, max = 20) int size) {
        LawAssertion.within(patience(), "operations keep their limits", () -> {
            LawAssertion verdict = law("operations keep their limits", size);
            Cancellation cancelled = Cancellation.create();
            cancelled.cancel("the law says so");
            try (BudgetStore tried = AnyLimits.of(store())) {
                String first = ended(() -> tried.take(counted(size), Amount.of(1), BudgetStore.NO_LIMIT, cancelled));
                verdict.check(
                        first.equals(AiError.Category.CANCELLED.name()),
                        first,
                        "check the cancellation before an effect");
                String second =
                        ended(() -> tried.take(counted(size), Amount.of(1), Duration.ZERO, Cancellation.create()));
                verdict.check(
                        second.equals(AiError.Category.TIMEOUT_TOTAL.name()),
                        second,
                        "check the limit before an effect");
                Taken left = tried.take(counted(size), Amount.of(0));
                verdict.check(left.left() == size, left.toString(), "take nothing then");
            }
        });
    }

    private static Duration unit() {
        return Duration.ofSeconds(10);
    }

    private static Budget counted(long size) {
        return new Budget("counted", size, Duration.ZERO);
    }

    private static Budget timed(long size) {
        return new Budget("timed", size, unit().multipliedBy(size));
    }

    private static LawAssertion law(String law, long size) {
        return new LawAssertion(law, "a budget of " + size);
    }

    /** Returns whether one unit is missing; some of its time may have passed on a clock that cannot be stopped. */
    private static boolean isAboutAUnit(Taken taken) {
        return taken.delay().compareTo(unit()) <= 0 && taken.delay().compareTo(unit().dividedBy(2)) > 0;
    }

    private static String ended(Supplier<Taken> operation) {
        try {
            return operation.get().toString();
        } catch (AiException e) {
            return e.error().category().name();
        }
    }
}
