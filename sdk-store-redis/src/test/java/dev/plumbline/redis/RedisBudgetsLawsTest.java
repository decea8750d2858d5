package dev.plumbline.redis;

import dev.plumbline.policy.BudgetStore;
import dev.plumbline.testkit.laws.BudgetStoreLaws;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/** The laws of budget stores, on a real server. Time passes by moving what is stored into the past. */
class RedisBudgetsLawsTest implements BudgetStoreLaws {
    private static RedisProcess server;

    @BeforeContainer
    static void start() {
        server = RedisProcess.start();
    }

    @AfterContainer
    static void stop() {
        server.close();
    }

    @Override
    public BudgetStore store() {
        server.command("FLUSHALL");
        return RedisBudgets.at(server.uri());
    }

    @Override
    public BudgetStore another(BudgetStore first) {
        return RedisBudgets.at(server.uri());
    }

    @Override
    public void advance(Duration time) {
        for (Object key : (List<?>) server.command("KEYS", "plumbline:b:*")) {
            server.command(
                    "HINCRBY",
                    new String((byte[]) key, StandardCharsets.UTF_8),
                    "at",
                    String.valueOf(-time.toNanos() / 1000));
        }
    }
}
