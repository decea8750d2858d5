package dev.plumbline.policies;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
import dev.plumbline.event.AiException;
import dev.plumbline.policy.BudgetStore;
import dev.plumbline.policy.Policy;
import dev.plumbline.time.Scheduler;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Optional;

/**
 * A circuit breaker of several programs. Two budgets of a provider are its state: the failures that are left until its
 * circuit opens, and one try for each pause. A call asks the store once, and again when its outcome changes the state.
 * A store that fails leaves the circuit closed. Thread-safe.
 */
final class SharedCircuitBreakerPolicy implements Policy {
    private static final BudgetStore.Amount LOOK = BudgetStore.Amount.of(0);
    private static final BudgetStore.Amount ONE = BudgetStore.Amount.of(1);

    private final int failures;
    private final Duration pause;
    private final Scheduler time;
    private final BudgetStore store;

    SharedCircuitBreakerPolicy(int failures, Duration pause, Scheduler time, BudgetStore store) {
        this.failures = failures;
        this.pause = pause;
        this.time = time;
        this.store = store;
    }

    @Override
    public Role role() {
        return Role.ATTEMPT;
    }

    @Override
    public AiReturn around(AiCall call, Next next) {
        String provider = call.model().provider();
        BudgetStore.Budget left = new BudgetStore.Budget("circuit/" + provider, failures, Duration.ZERO);
        BudgetStore.Budget tries = new BudgetStore.Budget("circuit-tries/" + provider, 1, pause);
        long before = take(left, LOOK, call.cancellation())
                .map(BudgetStore.Taken::left)
                .orElse((long) failures);
        if (before == 0) {
            Optional<BudgetStore.Taken> trial = take(tries, ONE, call.cancellation());
            if (trial.isPresent() && !trial.get().isGranted()) {
                call.addRemark("open");
                return AiReturn.failed(CircuitBreakerPolicy.refusal(
                        call, failures, time.instant().plus(trial.get().delay())));
            }
        }
        AiReturn ret = next.proceed(call);
        if (ret.isOk()) {
            closed(left, before);
        } else if (CircuitBreakerPolicy.isDown(ret)) {
            failed(left, tries);
        }
        return ret;
    }

    private void closed(BudgetStore.Budget left, long before) {
        if (before < failures) {
            take(left, new BudgetStore.Amount(0, failures, Duration.ZERO), Cancellation.create());
        }
    }

    /** Counts a failure, also of a call that was cancelled meanwhile. With the last one, the first pause begins. */
    private void failed(BudgetStore.Budget left, BudgetStore.Budget tries) {
        boolean opened = take(left, ONE, Cancellation.create())
                .map(taken -> taken.isGranted() && taken.left() == 0)
                .orElse(false);
        if (opened) {
            take(tries, ONE, Cancellation.create());
        }
    }

    private Optional<BudgetStore.Taken> take(
            BudgetStore.Budget budget, BudgetStore.Amount amount, Cancellation cancellation) {
        try {
            return Optional.of(store.take(budget, amount, RateLimitPolicy.LIMIT, cancellation));
        } catch (UncheckedIOException | AiException unreachable) {
            cancellation.throwIfCancelled();
            return Optional.empty();
        }
    }
}
