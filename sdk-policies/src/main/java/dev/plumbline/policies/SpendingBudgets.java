package dev.plumbline.policies;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.Cancellation;
import dev.plumbline.event.AiError;
import dev.plumbline.event.Cost;
import dev.plumbline.policy.BudgetStore;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The budgets of spending limits in a store: one for each turn, session, day, and user of a day. A budget of a day has
 * the day in its key, so that a new day has a new budget. Thread-safe.
 */
final class SpendingBudgets {
    /** The decimal digits of a unit. */
    private static final int DIGITS = 9;

    private static final BigDecimal MOST = BigDecimal.valueOf(Long.MAX_VALUE, DIGITS);

    private static final String SESSION = "session";

    /** How often the rest of a budget that others use is read again. */
    private static final int TRIES = 3;

    /** After which times the reservations of other programs are looked at. */
    private static final Duration FIRST_LOOK = Duration.ofMillis(5);

    private static final Duration LAST_LOOK = Duration.ofMillis(500);

    /** How long they are waited for without a change: their program may have died. */
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final SpendingLimits limits;
    private final BudgetStore store;
    private final InFlightReservations inFlight = new InFlightReservations();

    SpendingBudgets(SpendingLimits limits, BudgetStore store) {
        this.limits = limits;
        this.store = store;
    }

    /** A budget with its name in messages. */
    record Scope(String name, BudgetStore.Budget budget, Optional<LocalDate> day) {
        boolean isOfSession() {
            return name.equals(SESSION);
        }
    }

    /** Returns an amount in units, rounded up; at most the largest number. */
    static long units(BigDecimal amount) {
        return amount.compareTo(MOST) < 0
                ? amount.movePointRight(DIGITS).setScale(0, RoundingMode.UP).longValueExact()
                : Long.MAX_VALUE;
    }

    /** Returns the amount of a number of units as text. */
    private static String amount(long units) {
        return BigDecimal.valueOf(units, DIGITS).stripTrailingZeros().toPlainString();
    }

    /** Returns the budgets of a call, the narrowest first. */
    List<Scope> of(AiCall call) {
        LocalDate day = ModelCatalogPolicy.today(call);
        List<Scope> scopes = new ArrayList<>(4);
        add(scopes, "turn", limits.turn(), call.ids().turn());
        add(scopes, SESSION, limits.session(), call.ids().session());
        if (limits.user().isPresent()) {
            scopes.add(daily(
                    "user and day",
                    limits.user().get(),
                    "user/" + day + "/" + limits.userOf().apply(call),
                    day));
        }
        if (limits.day().isPresent()) {
            scopes.add(daily("day", limits.day().get(), "day/" + day, day));
        }
        return scopes;
    }

    /** Adds the budget of a turn or session; nothing for a call outside of one. */
    private void add(List<Scope> scopes, String name, Optional<BigDecimal> limit, String id) {
        if (limit.isPresent() && !id.isEmpty()) {
            scopes.add(new Scope(name, budget(limit.get(), name + "/" + id), Optional.empty()));
        }
    }

    private Scope daily(String name, BigDecimal limit, String key, LocalDate day) {
        return new Scope(name, budget(limit, key), Optional.of(day));
    }

    private BudgetStore.Budget budget(BigDecimal limit, String key) {
        return new BudgetStore.Budget("spending/" + limits.currency() + "/" + key, units(limit), Duration.ZERO);
    }

    /**
     * Takes the units from every budget, or from none: then returns the error. Waits while only reservations of calls that
     * run keep the units, of this process or of another one that shares the store.
     */
    Optional<AiError> reserve(List<Scope> scopes, long units, AiCall call) {
        List<String> keys = scopes.stream().map(scope -> scope.budget().key()).toList();
        long others = 0;
        Duration look = FIRST_LOOK;
        Duration unchanged = Duration.ZERO;
        while (true) {
            long ended = inFlight.attempt();
            Optional<Refused> refused = Optional.empty();
            boolean isGranted = false;
            try {
                mark(scopes, units, 0);
                refused = take(scopes, units, call);
                isGranted = refused.isEmpty();
            } finally {
                if (!isGranted) {
                    mark(scopes, 0, units);
                }
                inFlight.attempted(isGranted ? keys : List.of());
            }
            if (refused.isEmpty()) {
                return Optional.empty();
            }
            Scope scope = refused.get().scope();
            if (units <= scope.budget().size() && inFlight.await(scope.budget().key(), ended, call.cancellation())) {
                continue;
            }
            long now = reservedByOthers(scope, call);
            if (now == 0 || units > scope.budget().size() || unchanged.compareTo(PATIENCE) > 0) {
                return Optional.of(refusal(scope, units, refused.get().left()));
            }
            unchanged = now == others ? unchanged.plus(look) : Duration.ZERO;
            others = now;
            call.cancellation().sleep(look, "other programs have reserved what is left of the spending limit");
            look = look.compareTo(LAST_LOOK) < 0 ? look.multipliedBy(2) : look;
        }
    }

    /** A budget in which too little is left. */
    private record Refused(Scope scope, long left) {}

    private Optional<Refused> take(List<Scope> scopes, long units, AiCall call) {
        for (int i = 0; i < scopes.size(); i++) {
            BudgetStore.Taken taken;
            try {
                taken = store.take(
                        scopes.get(i).budget(),
                        BudgetStore.Amount.of(units),
                        RateLimitPolicy.LIMIT,
                        call.cancellation());
            } catch (RuntimeException failed) {
                giveBack(scopes.subList(0, i), units);
                throw failed;
            }
            if (!taken.isGranted()) {
                giveBack(scopes.subList(0, i), units);
                return Optional.of(new Refused(scopes.get(i), taken.left()));
            }
            long left = taken.left() - chargeEarlier(scopes.get(i), units, taken, call);
            if (left < 0) {
                giveBack(scopes.subList(0, i + 1), units);
                return Optional.of(new Refused(scopes.get(i), Math.max(0, left + units)));
            }
        }
        return Optional.empty();
    }

    /**
     * Charges what a conversation cost in earlier programs, when this is its first reservation in this store; returns how
     * much that is.
     */
    private long chargeEarlier(Scope scope, long units, BudgetStore.Taken taken, AiCall call) {
        boolean isFirst = taken.left() == scope.budget().size() - units;
        Optional<Cost> before = call.attribute(AiCall.SPENT_BEFORE)
                .filter(cost ->
                        isFirst && scope.isOfSession() && cost.currency().equals(limits.currency()));
        before.ifPresent(cost -> charge(scope.budget(), units(cost.amount())));
        return before.map(cost -> units(cost.amount())).orElse(0L);
    }

    /** Takes units from the budgets of reservations, which other programs look at, and returns units to them. */
    private void mark(List<Scope> scopes, long taken, long returned) {
        for (Scope scope : scopes) {
            tried(() -> store.take(
                    reservations(scope),
                    new BudgetStore.Amount(taken, returned, Duration.ZERO),
                    RateLimitPolicy.LIMIT,
                    Cancellation.create()));
        }
    }

    private static BudgetStore.Budget reservations(Scope scope) {
        BudgetStore.Budget budget = scope.budget();
        return new BudgetStore.Budget(budget.key() + "/reserved", budget.size(), Duration.ZERO);
    }

    /** Returns how many units calls of other programs have reserved, when none of this process has any. */
    private long reservedByOthers(Scope scope, AiCall call) {
        BudgetStore.Budget budget = reservations(scope);
        return budget.size()
                - store.take(budget, BudgetStore.Amount.of(0), RateLimitPolicy.LIMIT, call.cancellation())
                        .left();
    }

    /** Replaces the reserved units by those that were spent. */
    void settle(List<Scope> scopes, long reserved, long spent) {
        if (spent < reserved) {
            giveBack(scopes, reserved - spent);
        } else if (spent > reserved) {
            scopes.forEach(scope -> charge(scope.budget(), spent - reserved));
        }
        mark(scopes, 0, reserved); // behind the money, so that who sees no reservation sees the money that came back
        inFlight.end(scopes.stream().map(scope -> scope.budget().key()).toList());
    }

    private void giveBack(List<Scope> scopes, long units) {
        for (Scope scope : scopes) {
            tried(() -> store.take(
                    scope.budget(),
                    new BudgetStore.Amount(0, units, Duration.ZERO),
                    RateLimitPolicy.LIMIT,
                    Cancellation.create()));
        }
    }

    /** Takes the units, or what is left: what was spent cannot be refused any more. */
    private void charge(BudgetStore.Budget budget, long units) {
        tried(() -> {
            long due = units;
            BudgetStore.Taken taken = take(budget, due);
            for (int i = 0; i < TRIES && !taken.isGranted(); i++) {
                due = Math.min(due, taken.left());
                taken = take(budget, due);
            }
            return taken;
        });
    }

    private BudgetStore.Taken take(BudgetStore.Budget budget, long units) {
        return store.take(budget, BudgetStore.Amount.of(units), RateLimitPolicy.LIMIT, Cancellation.create());
    }

    /** Runs an operation behind an answer, which a store that fails must not take away. */
    private static void tried(Supplier<BudgetStore.Taken> operation) {
        try {
            BudgetStore.Taken unused = operation.get();
        } catch (RuntimeException failed) {
            // the budget is off by one call; the next reservation reports the store
        }
    }

    private AiError refusal(Scope scope, long units, long left) {
        AiError error = AiError.of(
                        AiError.Category.BUDGET,
                        "spending-limit",
                        "of the spending limit for each " + scope.name() + ", "
                                + amount(left)
                                + " " + limits.currency() + " are left, and this call is estimated at "
                                + amount(units) + "; raise the limit, or send less")
                .withRetryable(false);
        return scope.day().isEmpty() || scope.day().get().equals(LocalDate.MAX)
                ? error
                : error.withRetryAt(scope.day()
                                .get()
                                .plusDays(1)
                                .atStartOfDay(ZoneOffset.UTC)
                                .toInstant())
                        .withRetryable(false);
    }
}
