package dev.plumbline.policies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.plumbline.policy.ResponseStore;
import dev.plumbline.testkit.VirtualClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class PolicyOptionsTest {
    private final RetryOptions retry = RetryOptions.ofDefaults();

    @Test
    void retry_defaults_are_the_documented_ones() {
        assertThat(retry)
                .isEqualTo(new RetryOptions(4, Duration.ofMillis(500), Duration.ofSeconds(20), Duration.ofMinutes(2)));
    }

    @Test
    void retry_refuses_senseless_numbers_at_once() {
        Duration second = Duration.ofSeconds(1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> retry.withAttempts(0))
                .withMessageContaining("attempts");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> retry.withAttempts(21))
                .withMessageContaining("attempts");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> retry.withTotal(Duration.ZERO))
                .withMessageContaining("maxElapsedTime");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> retry.withDelays(Duration.ZERO, second))
                .withMessageContaining("firstDelay");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> retry.withDelays(second, Duration.ofMillis(999)))
                .withMessageContaining("maxDelay");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> retry.withDelays(second, Duration.ofMinutes(61)))
                .withMessageContaining("maxDelay");
    }

    @Test
    void cache_refuses_entries_that_never_lived() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Policies.localCache(ResponseStore.inMemory(1), Duration.ZERO, VirtualClock.create()))
                .withMessageContaining("ttl must be positive");
    }

    @Test
    void repair_refuses_to_ask_for_ever() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Policies.repair(new SmallSchemaService(), 6))
                .withMessageContaining("0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Policies.repair(new SmallSchemaService(), -1))
                .withMessageContaining("0");
    }
}
