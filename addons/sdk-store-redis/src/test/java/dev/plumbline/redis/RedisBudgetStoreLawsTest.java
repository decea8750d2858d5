package dev.plumbline.redis;

import dev.plumbline.call.Cancellation;
import dev.plumbline.policy.BudgetStore;
import dev.plumbline.testkit.laws.BudgetStoreLaws;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import net.jqwik.api.Tag;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/**
 * The laws of budget stores, on a real server. Time passes by moving what is stored into the past, and otherwise a
 * thousand times as slowly as on the clock of the server, which cannot be stopped.
 */
@Tag("external")
class RedisBudgetStoreLawsTest implements BudgetStoreLaws {
    private static final int SLOW = 1_000;
    private static RedisProcess server;

    @BeforeContainer
    static void start() {
        server = RedisProcess.start();
    }

    @AfterContainer
    static void stop() {
        server.close();
    }

    /** A store on the server whose times are longer there. */
    private record SlowBudgets(RedisBudgetStore kept) implements BudgetStore {
        @Override
        public Taken take(Budget budget, Amount amount, Duration limit, Cancellation cancellation) {
            Taken taken = kept.take(
                    new Budget(budget.key(), budget.size(), budget.refill().multipliedBy(SLOW)),
                    new Amount(
                            amount.units(),
                            amount.returned(),
                            amount.longestWait().equals(NO_LIMIT)
                                    ? NO_LIMIT
                                    : amount.longestWait().multipliedBy(SLOW)),
                    limit,
                    cancellation);
            return taken.delay().equals(NO_LIMIT)
                    ? taken
                    : new Taken(taken.isGranted(), taken.delay().dividedBy(SLOW), taken.left());
        }

        @Override
        public void close() {
            kept.close();
        }
    }

    private static BudgetStore open() {
        return new SlowBudgets(RedisBudgetStore.on(RedisServer.at(server.uri()).withLimit(Duration.ofSeconds(60))));
    }

    @Override
    public BudgetStore store() {
        server.command("FLUSHALL");
        return open();
    }

    @Override
    public BudgetStore another(BudgetStore first) {
        return open();
    }

    @Override
    public void advance(Duration time) {
        for (Object key : (List<?>) server.command("KEYS", "plumbline:b:*")) {
            server.command(
                    "HINCRBY",
                    new String((byte[]) key, StandardCharsets.UTF_8),
                    "at",
                    String.valueOf(-time.multipliedBy(SLOW).toNanos() / 1000));
        }
    }
}
