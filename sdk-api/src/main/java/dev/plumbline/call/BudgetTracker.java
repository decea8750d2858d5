package dev.plumbline.call;

import dev.plumbline.event.AiError;
import dev.plumbline.event.Usage;
import dev.plumbline.time.Subscription;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * What a turn has used of its budget, shared by every policy. A caller acquires an amount before using it and
 * gets an error when the budget is used up. Safe for any number of threads.
 */
public final class BudgetTracker {
    private final Budget budget;
    private final Optional<BudgetTracker> parent;
    private final AtomicInteger providerCalls = new AtomicInteger();
    private final AtomicInteger toolCalls = new AtomicInteger();
    private final AtomicLong tokens = new AtomicLong();
    private final AtomicLong bytes = new AtomicLong();
    private final LongSupplier nanos;
    private final long started;
    private int stops;
    private long stoppedSince;
    private long untimed;

    private BudgetTracker(Budget budget, LongSupplier nanos, Optional<BudgetTracker> parent) {
        this.budget = budget;
        this.parent = parent;
        this.nanos = nanos;
        this.started = nanos.getAsLong();
    }

    /** A fresh account; its time starts now, by a clock that only ever grows. */
    public static BudgetTracker of(Budget budget, LongSupplier nanos) {
        return new BudgetTracker(budget, nanos, Optional.empty());
    }

    /** A fresh account within this one: what is taken from it is taken from this one, too. */
    public BudgetTracker child(Budget limits) {
        return new BudgetTracker(limits, nanos, Optional.of(this));
    }

    /** An account that no program can use up, for calls outside a session. */
    public static BudgetTracker unlimited() {
        int many = Integer.MAX_VALUE;
        Budget budget = Budget.ofDefaults()
                .withRounds(many)
                .withProviderCalls(many)
                .withToolCalls(many, many)
                .withTokens(Long.MAX_VALUE)
                .withBytes(Long.MAX_VALUE)
                .withTime(Duration.ofDays(36_500));
        return of(budget, System::nanoTime);
    }

    /** The limits. */
    public Budget budget() {
        return budget;
    }

    /** Takes one provider call, unless calls, tokens or bytes are used up: then the error that says which. */
    public Optional<AiError> takeProviderCall() {
        if (tokens.get() >= budget.tokens()) {
            return Optional.of(usedUp("tokens", budget.tokens()));
        }
        if (bytes.get() >= budget.bytes()) {
            return Optional.of(usedUp("bytes", budget.bytes()));
        }
        return take(providerCalls, budget.providerCalls(), "provider-calls")
                .or(() -> parent.flatMap(BudgetTracker::takeProviderCall));
    }

    /** Takes one tool call, unless they are used up. */
    public Optional<AiError> takeToolCall() {
        return take(toolCalls, budget.toolCalls(), "tool-calls").or(() -> parent.flatMap(BudgetTracker::takeToolCall));
    }

    /** Adds tokens that were used; it is the next provider call that is refused when they are too many. */
    public void add(Usage usage) {
        tokens.addAndGet(usage.total());
        parent.ifPresent(account -> account.add(usage));
    }

    /** Adds bytes that were received. */
    public void addBytes(long received) {
        bytes.addAndGet(received);
        parent.ifPresent(account -> account.addBytes(received));
    }

    /** The remaining time; never negative. */
    public Duration timeLeft() {
        long now = nanos.getAsLong();
        Duration left = budget.time().minusNanos(now - started - untimed(now));
        Duration own = left.isNegative() ? Duration.ZERO : left;
        return parent.map(BudgetTracker::timeLeft)
                .filter(less -> less.compareTo(own) < 0)
                .orElse(own);
    }

    /** Stops the time until it is closed, because a user is asked: their time counts for no limit. */
    public Subscription stopTime() {
        AtomicBoolean stopped = new AtomicBoolean(true);
        stop(nanos.getAsLong());
        Optional<Subscription> above = parent.map(BudgetTracker::stopTime);
        return () -> {
            if (stopped.getAndSet(false)) {
                goOn(nanos.getAsLong());
                above.ifPresent(Subscription::close);
            }
        };
    }

    private synchronized void stop(long now) {
        stoppedSince = stops++ == 0 ? now : stoppedSince;
    }

    private synchronized void goOn(long now) {
        untimed += --stops == 0 ? now - stoppedSince : 0;
    }

    private synchronized long untimed(long now) {
        return untimed + (stops > 0 ? now - stoppedSince : 0);
    }

    private static Optional<AiError> take(AtomicInteger used, int limit, String what) {
        int before = used.getAndUpdate(n -> Math.min(limit, n + 1));
        return before < limit ? Optional.empty() : Optional.of(usedUp(what, limit));
    }

    private static AiError usedUp(String what, long limit) {
        return AiError.of(
                AiError.Category.BUDGET,
                what,
                "the turn's budget of " + limit + " " + what.replace('-', ' ') + " is used up; see Budget");
    }
}
