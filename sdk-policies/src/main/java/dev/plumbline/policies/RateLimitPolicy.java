package dev.plumbline.policies;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.internal.CallAccess;
import dev.plumbline.event.AiError;
import dev.plumbline.event.TelemetryName;
import dev.plumbline.policy.BudgetStore;
import dev.plumbline.policy.Policy;
import dev.plumbline.time.Scheduler;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Limits the rate of calls to each provider by a budget that refills. A call that is too early waits, or is refused if
 * the wait is longer than allowed. Thread-safe.
 */
final class RateLimitPolicy implements Policy {
    /** The time limit of the store for one operation. */
    static final Duration LIMIT = Duration.ofSeconds(5);

    private static final TelemetryName WHY = TelemetryName.of("rate-limit");

    private final BudgetStore.Budget one;
    private final Duration longest;
    private final Scheduler time;
    private final BudgetStore store;
    private final ConcurrentMap<String, BudgetStore.Budget> budgets = new ConcurrentHashMap<>();

    /**
     * Creates a policy.
     *
     * @param one the budget of one provider, whose name follows the key
     * @param longest the longest wait; zero if calls do not wait
     */
    RateLimitPolicy(BudgetStore.Budget one, Duration longest, Scheduler time, BudgetStore store) {
        this.one = one;
        this.longest = longest;
        this.time = time;
        this.store = store;
    }

    @Override
    public Role role() {
        return Role.ATTEMPT;
    }

    @Override
    public AiReturn around(AiCall call, Next next) {
        BudgetStore.Budget budget = budgets.computeIfAbsent(
                call.model().provider(),
                provider -> new BudgetStore.Budget(one.key() + provider, one.size(), one.refill()));
        Duration allowed = longest.compareTo(call.budget().timeLeft()) < 0
                ? longest
                : call.budget().timeLeft();
        BudgetStore.Taken taken = store.take(budget, new BudgetStore.Amount(1, 0, allowed), LIMIT, call.cancellation());
        if (!taken.isGranted()) {
            return AiReturn.failed(refusal(call, taken.delay()));
        }
        if (!taken.delay().isZero()) {
            await(call, taken.delay());
        }
        return next.proceed(call);
    }

    private void await(AiCall call, Duration wait) {
        call.addRemark("waited for the rate limit");
        CallAccess.recorder(call).waitStarted(wait, WHY);
        call.cancellation().sleep(wait, "the rate limit of this provider");
    }

    private AiError refusal(AiCall call, Duration wait) {
        return AiError.of(
                        AiError.Category.BUDGET,
                        "rate-limit",
                        "more calls to provider " + call.model().provider()
                                + " than its quota allows; come back then, or raise the quota")
                .withRetryAt(time.instant().plus(wait))
                .withRetryable(false);
    }
}
