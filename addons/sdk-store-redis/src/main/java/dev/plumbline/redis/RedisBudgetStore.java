package dev.plumbline.redis;

import dev.plumbline.call.Cancellation;
import dev.plumbline.policy.BudgetStore;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Budgets on a server of Redis or Valkey, for programs on many machines: rate limits, quotas, retries and circuits. An
 * operation is one script and one round trip; the time is that of the server, so clocks of machines may differ.
 *
 * <p>Opens no connection before its first use. Thread-safe. When the server cannot be asked, {@link #take} throws an
 * {@link UncheckedIOException}, by which rate limits and quotas end a call, or uses the budgets of {@link
 * #withFallback}. See {@code docs/teams.md}.
 */
public final class RedisBudgetStore implements BudgetStore {
    private static final RedisScript TAKE = RedisScript.of("take.lua");

    /** The greatest whole number of a server, whose numbers have 53 bits. */
    private static final long LARGEST = (1L << 53) - 1;

    private final Settings settings;
    private final StoreThreads threads = new StoreThreads();
    private final ServerCommands server;

    private RedisBudgetStore(Settings settings) {
        this.settings = settings;
        this.server = new ServerCommands(settings.server(), threads.deadlines());
    }

    /** Everything that is set before a store is used. */
    private record Settings(RedisServer server, String prefix, Optional<BudgetStore> fallback) {}

    /**
     * Returns the budgets on that server.
     *
     * @param uri as {@link RedisServer#at}
     * @throws IllegalArgumentException if it is not such a URI
     */
    public static RedisBudgetStore at(String uri) {
        return on(RedisServer.at(uri));
    }

    /** Returns the budgets on that server. */
    public static RedisBudgetStore on(RedisServer server) {
        return new RedisBudgetStore(
                new Settings(Objects.requireNonNull(server, "server"), KeyPrefix.USUAL, Optional.empty()));
    }

    /**
     * Returns budgets whose names begin with that prefix, {@code plumbline} by default.
     *
     * @throws IllegalArgumentException unless it has 1 to 64 letters, digits, {@code _ .} and {@code -}
     */
    public RedisBudgetStore withPrefix(String prefix) {
        return new RedisBudgetStore(new Settings(settings.server(), KeyPrefix.checked(prefix), settings.fallback()));
    }

    /**
     * Returns budgets that are taken from another store while the server cannot be asked, such as {@code
     * Policies.localBudgets}; each program then has whole budgets of its own. What was taken there is not counted
     * later. This store closes it.
     */
    public RedisBudgetStore withFallback(BudgetStore fallback) {
        return new RedisBudgetStore(new Settings(settings.server(), settings.prefix(), Optional.of(fallback)));
    }

    /** Returns budgets that grant everything while the server cannot be asked. */
    public RedisBudgetStore withoutLimitsWhenAway() {
        return withFallback(new UnlimitedBudgets());
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalArgumentException if the budget has 2^53 or more units
     */
    @Override
    public Taken take(Budget budget, Amount amount, Duration limit, Cancellation cancellation) {
        if (budget.size() > LARGEST) {
            throw new IllegalArgumentException("a budget on a server has at most 2^53 - 1 units; got " + budget.size());
        }
        try {
            Object taken = server.run(
                    TAKE,
                    List.of(settings.prefix() + ":b:" + budget.key()),
                    List.of(
                            budget.size(),
                            micros(budget.refill()),
                            Math.min(LARGEST, amount.units()),
                            Math.min(LARGEST, amount.returned()),
                            micros(amount.longestWait()),
                            KEPT.toMillis()),
                    new OperationDeadline(limit, cancellation));
            return taken((List<?>) taken);
        } catch (UncheckedIOException away) {
            return settings.fallback().orElseThrow(() -> away).take(budget, amount, limit, cancellation);
        }
    }

    private static Taken taken(List<?> parts) {
        long delay = (Long) parts.get(1);
        return new Taken(
                parts.get(0).equals(1L),
                delay < 0 ? NO_LIMIT : Duration.ofNanos(TimeUnit.MICROSECONDS.toNanos(delay)),
                (Long) parts.get(2));
    }

    /** Returns microseconds, at least 1 for a time that is not zero. */
    private static long micros(Duration time) {
        if (time.isZero()) {
            return 0;
        }
        return time.toDays() > Short.MAX_VALUE ? LARGEST : Math.max(1, TimeUnit.MICROSECONDS.convert(time));
    }

    /** Closes the connections and the fallback. */
    @Override
    public void close() {
        server.close();
        threads.close();
        settings.fallback().ifPresent(BudgetStore::close);
    }

    @Override
    public String toString() {
        return "RedisBudgetStore[" + settings.server() + "]";
    }

    /** Budgets without limits. */
    private static final class UnlimitedBudgets implements BudgetStore {
        @Override
        public Taken take(Budget budget, Amount amount, Duration limit, Cancellation cancellation) {
            return new Taken(true, Duration.ZERO, budget.size());
        }

        @Override
        public void close() {
            // holds nothing
        }
    }
}
