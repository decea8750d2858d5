package dev.plumbline.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.call.Cancellation;
import dev.plumbline.policy.BudgetStore;
import dev.plumbline.policy.BudgetStore.Amount;
import dev.plumbline.policy.BudgetStore.Budget;
import dev.plumbline.policy.BudgetStore.Taken;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ConcurrentRunner;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Budgets while the server is away, forgets, or has another time. */
@Tag("external")
class SharedBudgetFaultsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Budget COUNTED = new Budget("retries", 10, Duration.ZERO);
    private static final Budget TIMED = new Budget("rate/scripted", 10, Duration.ofHours(1));

    private RedisProcess server;

    @BeforeEach
    void start() {
        server = RedisProcess.start();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private RedisBudgetStore budgets() {
        return RedisBudgetStore.on(RedisServer.at(server.uri()).withLimit(PATIENCE));
    }

    @Test
    @DisplayName("J25 the budget of a session is kept for 30 days after its last use, by the time of the server")
    void j25_sessionBudget_isKeptForAMonth() {
        try (RedisBudgetStore budgets = budgets()) {
            budgets.take(new Budget("spending/USD/session/s", 100, Duration.ZERO), Amount.of(60));
            long left = (Long) server.command("PTTL", "plumbline:b:spending/USD/session/s");
            assertThat(Duration.ofMillis(left)).isBetween(BudgetStore.KEPT.minusMinutes(5), BudgetStore.KEPT);
        }
    }

    /** A store in this program that grants three units in all. */
    private static final class ThreeUnits implements BudgetStore {
        private int granted;

        @Override
        public synchronized Taken take(Budget budget, Amount amount, Duration limit, Cancellation cancellation) {
            granted += granted < 3 ? 1 : 0;
            return new Taken(granted < 3, Duration.ZERO, 3 - granted);
        }

        @Override
        public void close() {
            granted = -1;
        }
    }

    @Test
    @DisplayName("RD6 without a server a budget fails, grants everything, or is local, by choice")
    void rd6_serverAway() {
        ThreeUnits local = new ThreeUnits();
        try (RedisBudgetStore closed = budgets();
                RedisBudgetStore open = budgets().withoutLimitsWhenAway();
                RedisBudgetStore other = budgets().withFallback(local)) {
            assertThat(other.take(COUNTED, Amount.of(4)).left()).isEqualTo(6);
            server.kill();
            assertThatThrownBy(() -> closed.take(COUNTED, Amount.of(1))).isInstanceOf(UncheckedIOException.class);
            for (int i = 0; i < 20; i++) {
                assertThat(open.take(COUNTED, Amount.of(1)).isGranted()).isTrue();
            }
            assertThat(other.take(COUNTED, Amount.of(1)).left()).isEqualTo(2);
            server.restart();
            assertThat(other.take(COUNTED, Amount.of(4)).left()).isEqualTo(6);
        }
        assertThat(local.granted).isEqualTo(-1);
    }

    @Test
    @DisplayName("RD6 the limit of the caller is not answered by the fallback")
    void rd6_limitOfCaller_isNoFallback() {
        try (RedisBudgetStore open = budgets().withoutLimitsWhenAway()) {
            assertThatThrownBy(() -> open.take(COUNTED, Amount.of(1), Duration.ZERO, Cancellation.create()))
                    .hasMessageContaining("no time left");
        }
    }

    @Test
    @DisplayName("RD6 a clock of the server that is set back or forward neither stops a budget nor breaks it")
    void rd6_serverClock() {
        try (RedisBudgetStore budgets = budgets()) {
            budgets.take(TIMED, Amount.of(10));
            server.command("HINCRBY", "plumbline:b:" + TIMED.key(), "at", "7200000000"); // it was set back by 2 hours
            assertThat(budgets.take(TIMED, Amount.of(1)).isGranted()).isFalse();
            server.command("HINCRBY", "plumbline:b:" + TIMED.key(), "at", "-360000000"); // 6 minutes pass
            assertThat(budgets.take(TIMED, Amount.of(1)).isGranted()).isTrue();
            server.command("HINCRBY", "plumbline:b:" + TIMED.key(), "at", "-36000000000"); // it is set forward
            assertThat(budgets.take(TIMED, Amount.of(0)).left()).isEqualTo(10);
        }
    }

    @Test
    @DisplayName("RD6 a budget that is full again needs no memory, and one that is not ends by itself")
    void rd6_fullBudget_needsNoMemory() {
        try (RedisBudgetStore budgets = budgets()) {
            for (Budget budget : List.of(COUNTED, TIMED)) {
                budgets.take(budget, Amount.of(3));
                assertThat((Long) server.command("PTTL", "plumbline:b:" + budget.key()))
                        .isPositive();
                budgets.take(budget, new Amount(0, 3, Duration.ZERO));
            }
            assertThat(server.command("DBSIZE")).isEqualTo(0L);
        }
    }

    @Test
    @DisplayName("RD6 large budgets of tokens and of money are exact")
    void rd6_largeBudgets_areExact() {
        Budget tokens = new Budget("tokens", 9_007_199_254_740_991L, Duration.ZERO);
        try (RedisBudgetStore budgets = budgets()) {
            assertThat(budgets.take(tokens, Amount.of(1)).left()).isEqualTo(9_007_199_254_740_990L);
            assertThat(budgets.take(tokens, Amount.of(9_007_199_254_740_990L)).isGranted())
                    .isTrue();
            assertThat(budgets.take(tokens, Amount.of(1)).isGranted()).isFalse();
            assertThat(budgets.take(tokens, new Amount(0, 3, Duration.ZERO)).left())
                    .as("the units that are out are kept with all their digits")
                    .isEqualTo(3);
            Budget larger = new Budget("larger", Long.MAX_VALUE, Duration.ZERO);
            assertThatThrownBy(() -> budgets.take(larger, Amount.of(1)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("2^53 - 1");
        }
    }

    @Test
    @DisplayName("RD6 a connection that is cut at any byte takes the units once or not at all")
    void rd6_cutAnywhere_takesOnceOrNotAtAll() {
        try (FaultProxy proxy = new FaultProxy(server.port());
                RedisBudgetStore cut =
                        RedisBudgetStore.on(RedisServer.at(proxy.uri()).withLimit(PATIENCE));
                RedisBudgetStore straight = budgets()) {
            for (int at = 0; at < 200; at += 3) {
                Budget budget = new Budget("cut" + at, 10, Duration.ZERO);
                assertThat(Await.until(() -> isGranted(cut, new Budget("free", 1_000, Duration.ZERO)), PATIENCE))
                        .isTrue();
                if (at % 2 == 0) {
                    proxy.cutRequests(at);
                } else {
                    proxy.cutAnswers(at % 20);
                }
                boolean granted = isGranted(cut, budget);
                proxy.passAll();
                long left = straight.take(budget, Amount.of(0)).left();
                assertThat(left).as("cut at %d", at).isIn(granted ? List.of(9L) : List.of(9L, 10L));
            }
        }
    }

    private static boolean isGranted(RedisBudgetStore budgets, Budget budget) {
        try {
            return budgets.take(budget, Amount.of(1)).isGranted();
        } catch (UncheckedIOException unknown) {
            return false;
        }
    }

    @Test
    @DisplayName("RD6 twenty takers of four programs take exactly what there is")
    void rd6_manyTakers() {
        List<RedisBudgetStore> programs = List.of(budgets(), budgets(), budgets(), budgets());
        Budget large = new Budget("large", 333, Duration.ofDays(30));
        List<Integer> granted = ConcurrentRunner.run(20, number -> {
            int taken = 0;
            for (int i = 0; i < 25; i++) {
                Taken one = programs.get(number % 4).take(large, Amount.of(1));
                taken += one.isGranted() ? 1 : 0;
            }
            return taken;
        });
        assertThat(granted.stream().mapToInt(Integer::intValue).sum()).isEqualTo(333);
        programs.forEach(RedisBudgetStore::close);
    }
}
