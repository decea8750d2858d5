package dev.plumbline.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.policy.BudgetStore.Amount;
import dev.plumbline.policy.BudgetStore.Budget;
import dev.plumbline.testkit.Await;
import java.io.UncheckedIOException;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Budgets on a server that keeps them on a disk, which becomes full. */
@Tag("external")
class FullDiskTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Budget BUDGET = new Budget("calls", 100_000, Duration.ZERO);

    @Test
    @DisplayName(
            "RD12 when the disk of the server is full, a budget is refused with the code of the server, answers are"
                    + " still found, and afterwards no unit is missing or granted twice")
    void rd12_fullDisk_grantsNothing() {
        try (SmallDisk disk = SmallDisk.ofMegabytes(8);
                RedisProcess server = RedisProcess.start(
                        "--dir", disk.folder().toString(), "--appendonly", "yes", "--appendfsync", "everysec");
                RedisBudgetStore budgets =
                        RedisBudgetStore.on(RedisServer.at(server.uri()).withLimit(PATIENCE));
                RedisResponseStore answers =
                        RedisResponseStore.on(RedisServer.at(server.uri()).withLimit(PATIENCE))) {
            answers.put(Answers.key(1), Answers.entry("found"));
            long granted = take(budgets, 1);
            disk.fill();
            long[] more = new long[1];
            assertThatThrownBy(() -> {
                        for (int i = 0; i < BUDGET.size() - 10; i++) {
                            more[0] += take(budgets, 1);
                        }
                    })
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessageContaining("MISCONF");
            granted += more[0];
            assertThat(answers.find(Answers.key(1))).isPresent();
            disk.free();
            assertThat(Await.until(() -> isGranted(budgets), PATIENCE)).isTrue();
            granted++;
            assertThat(budgets.take(BUDGET, Amount.of(0)).left()).isEqualTo(BUDGET.size() - granted);
        }
    }

    private static long take(RedisBudgetStore budgets, int units) {
        return budgets.take(BUDGET, Amount.of(units)).isGranted() ? units : 0;
    }

    private static boolean isGranted(RedisBudgetStore budgets) {
        try {
            return take(budgets, 1) == 1;
        } catch (UncheckedIOException stillFull) {
            return false;
        }
    }
}
