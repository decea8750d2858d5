package dev.plumbline.policies;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.call.Cancellation;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.policy.BudgetStore;
import dev.plumbline.policy.Policy;
import dev.plumbline.policy.PolicyChain;
import dev.plumbline.testkit.ScriptedProvider;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Two programs whose policies share budgets: each has a chain and policies of its own over one store. */
class SharedBudgetsTest {
    private static final Duration PERIOD = Duration.ofSeconds(10);

    private final PolicyFixture fixture = new PolicyFixture();
    private final ScriptedProvider provider = ScriptedProvider.create();
    private final CountingStore store = new CountingStore(Policies.localBudgets(fixture.clock));

    /** Counts round trips, and fails on request. */
    private static class CountingStore implements BudgetStore {
        private final BudgetStore kept;
        private int trips;
        private boolean fails;

        CountingStore(BudgetStore kept) {
            this.kept = kept;
        }

        @Override
        public Taken take(Budget budget, Amount amount, Duration limit, Cancellation cancellation) {
            trips++;
            if (fails) {
                throw new UncheckedIOException(new IOException("the store is not reachable"));
            }
            return kept.take(budget, amount, limit, cancellation);
        }

        @Override
        public void close() {
            kept.close();
        }
    }

    private PolicyChain chain(Supplier<Policy> policy) {
        return PolicyChain.builder().addPolicy("shared", policy.get()).build(provider);
    }

    private String call(PolicyChain chain) {
        return chain.call(fixture.call("hi")).error().map(AiError::code).orElse("ok");
    }

    @Test
    @DisplayName("J16 a quota that two programs share is one quota, and takes one round trip for each call")
    void j16_sharedQuota() {
        PolicyChain one = chain(() -> Policies.quota(2, PERIOD, fixture.clock, store));
        PolicyChain other = chain(() -> Policies.quota(2, PERIOD, fixture.clock, store));
        provider.says("1").says("2").says("3");
        assertThat(call(one)).isEqualTo("ok");
        assertThat(call(other)).isEqualTo("ok");
        assertThat(call(one)).isEqualTo("rate-limit");
        assertThat(call(other)).isEqualTo("rate-limit");
        assertThat(store.trips).isEqualTo(4);
        fixture.clock.advance(PERIOD.dividedBy(2));
        assertThat(call(other)).isEqualTo("ok");
        assertThat(call(one)).isEqualTo("rate-limit");
    }

    @Test
    @DisplayName("J16 calls of two programs that share a rate wait for each other")
    void j16_sharedRate() {
        PolicyChain one = chain(() -> Policies.rateLimit(1, PERIOD, fixture.clock, store));
        PolicyChain other = chain(() -> Policies.rateLimit(1, PERIOD, fixture.clock, store));
        provider.says("1").says("2");
        call(one);
        assertThat(call(other)).isEqualTo("ok");
        assertThat(fixture.clock.waits()).containsExactly(PERIOD);
    }

    @Test
    @DisplayName("J16 a circuit that two programs share opens for both, and each pause lets one of them try")
    void j16_sharedCircuit() {
        PolicyChain one = chain(() -> Policies.circuitBreaker(2, PERIOD, fixture.clock, store));
        PolicyChain other = chain(() -> Policies.circuitBreaker(2, PERIOD, fixture.clock, store));
        provider.fails(AiError.Category.SERVER).fails(AiError.Category.NETWORK);
        call(one);
        call(other);
        assertThat(call(one)).isEqualTo("circuit-open");
        assertThat(call(other)).isEqualTo("circuit-open");
        assertThat(provider.calls()).hasSize(2);
        fixture.clock.advance(PERIOD);
        provider.fails(AiError.Category.SERVER);
        call(other);
        assertThat(call(one)).isEqualTo("circuit-open");
        fixture.clock.advance(PERIOD);
        provider.says("back").says("again");
        assertThat(call(one)).isEqualTo("ok");
        assertThat(call(other)).isEqualTo("ok");

        store.trips = 0;
        provider.says("closed");
        assertThat(call(one)).isEqualTo("ok");
        assertThat(store.trips).isEqualTo(1);
        store.fails = true;
        provider.says("without the store");
        assertThat(call(one)).isEqualTo("ok");
    }

    @Test
    @DisplayName("RD6 a store of budgets that does not answer in time leaves a circuit closed")
    void rd6_slowStore_leavesTheCircuitClosed() {
        BudgetStore slow = new CountingStore(store) {
            @Override
            public Taken take(Budget budget, Amount amount, Duration limit, Cancellation cancellation) {
                throw new AiException(AiError.of(AiError.Category.TIMEOUT_TOTAL, "deadline", "no time is left"));
            }
        };
        provider.says("answer");
        assertThat(call(chain(() -> Policies.circuitBreaker(1, PERIOD, fixture.clock, slow))))
                .isEqualTo("ok");
    }

    @Test
    @DisplayName("J16 retries that two programs share run out for both; a call that does not fail asks no store")
    void j16_sharedRetries() {
        RetryOptions options = RetryOptions.ofDefaults();
        PolicyChain one = chain(() -> Policies.retry(options, fixture.clock, () -> 1.0, store));
        PolicyChain other = chain(() -> Policies.retry(options, fixture.clock, () -> 1.0, store));
        provider.says("well");
        assertThat(call(one)).isEqualTo("ok");
        assertThat(store.trips).isZero();

        int asked = 0;
        for (int i = 0; i < 20; i++) {
            provider.fails(AiError.Category.SERVER).fails(AiError.Category.SERVER);
            provider.fails(AiError.Category.SERVER).fails(AiError.Category.SERVER);
            provider.fails(AiError.Category.SERVER).fails(AiError.Category.SERVER);
            int before = provider.calls().size();
            call(i % 2 == 0 ? one : other);
            asked += provider.calls().size() - before;
        }
        assertThat(asked - 20).as("retries: ten, and one for every ten calls").isBetween(10, 12);

        store.fails = true;
        int before = provider.calls().size();
        assertThat(call(one)).isNotEqualTo("ok");
        assertThat(provider.calls()).hasSize(before + 1);
    }
}
