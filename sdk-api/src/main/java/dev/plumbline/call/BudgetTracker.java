package dev.plumbline.call;

import dev.plumbline.call.SessionOptions.Budget;
import dev.plumbline.event.AiError;
import dev.plumbline.event.Usage;
import dev.plumbline.internal.SaturatingMath;
import dev.plumbline.time.Subscription;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Tracks the part of a turn's budget that is used; all policies share it. A caller acquires an amount before using it
 * and gets an error when the budget is used up. Thread-safe.
 */
public final class BudgetTracker {
    private final Budget budget;
    private final @Nullable BudgetTracker parent;

    private final AtomicLong providerCalls = new AtomicLong();
    private final AtomicLong toolCalls = new AtomicLong();
    private final AtomicLong tokens = new AtomicLong();
    private final AtomicLong bytes = new AtomicLong();
    private final LongSupplier nanos;
    private final long started;
    private final AtomicInteger shares = new AtomicInteger(1);
    private volatile boolean everStopped;
    private int stops;
    private long stoppedSince;
    private long untimed;

    private BudgetTracker(Budget budget, LongSupplier nanos, @Nullable BudgetTracker parent) {
        this.budget = budget;
        this.parent = parent;
        this.nanos = nanos;
        this.started = nanos.getAsLong();
    }

    /** Returns a new tracker; its time starts now, by a clock that never runs back. */
    public static BudgetTracker of(Budget budget, LongSupplier nanos) {
        return new BudgetTracker(budget, nanos, null);
    }

    /** Returns a new tracker within this one: amounts acquired from it are acquired from this one, too. */
    public BudgetTracker child(Budget limits) {
        return new BudgetTracker(limits, nanos, this);
    }

    /** Returns a tracker that no program can use up, for calls outside a session. */
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

    /** Returns the limits of one share. */
    public Budget budget() {
        return budget;
    }

    /**
     * Allows the whole budget once more, because a user said so: its amounts and its time. The limits of the tracker that
     * this one is within stay.
     */
    public void allowAgain() {
        shares.incrementAndGet();
    }

    /** Returns how often the budget is allowed: 1, and 1 more for each {@link #allowAgain}. */
    public int shares() {
        return shares.get();
    }

    /** Returns how many tool calls were acquired. */
    public long toolCalls() {
        return toolCalls.get();
    }

    private long whole(long limit) {
        return SaturatingMath.times(limit, shares.get());
    }

    /** Acquires one provider call; returns the error that names the limit if calls, tokens or bytes are used up. */
    public Optional<AiError> tryAcquireProviderCall() {
        return Optional.ofNullable(refusedProviderCall());
    }

    private @Nullable AiError refusedProviderCall() {
        for (BudgetTracker tracker = this; tracker != null; tracker = tracker.parent) {
            AiError refused = tracker.refusedOwnProviderCall();
            if (refused != null) {
                return refused;
            }
        }
        return null;
    }

    private @Nullable AiError refusedOwnProviderCall() {
        if (tokens.get() >= whole(budget.tokens())) {
            return usedUp("tokens", whole(budget.tokens()));
        }
        if (bytes.get() >= whole(budget.bytes())) {
            return usedUp("bytes", whole(budget.bytes()));
        }
        long most = whole(budget.providerCalls());
        return take(providerCalls, most) ? null : usedUp("provider-calls", most);
    }

    /** Acquires one tool call; returns the error if they are used up. */
    public Optional<AiError> tryAcquireToolCall() {
        for (BudgetTracker tracker = this; tracker != null; tracker = tracker.parent) {
            long most = tracker.whole(tracker.budget.toolCalls());
            if (!take(tracker.toolCalls, most)) {
                return Optional.of(usedUp("tool-calls", most));
            }
        }
        return Optional.empty();
    }

    /** Adds tokens that were used; if they exceed the limit, the next provider call is refused. */
    public void add(Usage usage) {
        for (BudgetTracker tracker = this; tracker != null; tracker = tracker.parent) {
            tracker.tokens.accumulateAndGet(usage.total(), SaturatingMath::plus);
        }
    }

    /** Adds bytes that were received. */
    public void addBytes(long received) {
        for (BudgetTracker tracker = this; tracker != null; tracker = tracker.parent) {
            tracker.bytes.accumulateAndGet(received, SaturatingMath::plus);
        }
    }

    /** Returns the remaining time; never negative. */
    public Duration timeLeft() {
        Duration least = ownTimeLeft();
        for (BudgetTracker tracker = parent; tracker != null; tracker = tracker.parent) {
            Duration left = tracker.ownTimeLeft();
            least = left.compareTo(least) < 0 ? left : least;
        }
        return least.isNegative() ? Duration.ZERO : least;
    }

    private Duration ownTimeLeft() {
        long now = nanos.getAsLong();
        return budget.time().multipliedBy(shares.get()).minusNanos(now - started - (everStopped ? untimed(now) : 0));
    }

    /** Pauses the time until the subscription is closed, because time in which a user is asked counts for no limit. */
    public Subscription pauseTime() {
        AtomicBoolean stopped = new AtomicBoolean(true);
        for (BudgetTracker tracker = this; tracker != null; tracker = tracker.parent) {
            tracker.stop(nanos.getAsLong());
        }
        return () -> {
            if (stopped.getAndSet(false)) {
                for (BudgetTracker tracker = this; tracker != null; tracker = tracker.parent) {
                    tracker.goOn(nanos.getAsLong());
                }
            }
        };
    }

    private synchronized void stop(long now) {
        everStopped = true;
        stoppedSince = stops++ == 0 ? now : stoppedSince;
    }

    private synchronized void goOn(long now) {
        untimed += --stops == 0 ? now - stoppedSince : 0;
    }

    private synchronized long untimed(long now) {
        return untimed + (stops > 0 ? now - stoppedSince : 0);
    }

    private static boolean take(AtomicLong used, long limit) {
        long before = used.get();
        while (before < limit && !used.compareAndSet(before, before + 1)) {
            before = used.get();
        }
        return before < limit;
    }

    private static AiError usedUp(String what, long limit) {
        return AiError.of(
                AiError.Category.BUDGET,
                what,
                "the turn's budget of " + limit + " " + what.replace('-', ' ') + " is used up; see Budget");
    }
}
