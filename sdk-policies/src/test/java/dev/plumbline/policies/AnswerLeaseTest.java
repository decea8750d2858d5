package dev.plumbline.policies;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
import dev.plumbline.event.AiError;
import dev.plumbline.policy.PolicyChain;
import dev.plumbline.policy.ResponseStore;
import dev.plumbline.testkit.ScriptedProvider;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A cache whose store is shared with other programs, which have leases of answers. */
class AnswerLeaseTest {
    private final PolicyFixture fixture = new PolicyFixture();
    private final ScriptedProvider provider = ScriptedProvider.create();
    private final SharedStore store = new SharedStore();
    private final PolicyChain chain = fixture.cached(store, Duration.ofDays(7), provider);

    /** A store that answers requests for leases with a list, and notes how they are released. */
    private static final class SharedStore implements ResponseStore {
        private final FakeResponseStore kept = new FakeResponseStore();
        private final Deque<Lease.State> states = new ArrayDeque<>();
        private final List<String> awaited = new ArrayList<>();
        private final List<Boolean> released = new ArrayList<>();
        private Runnable onBusy = () -> {};
        private int lookups;

        @Override
        public Optional<Entry> find(Key key, Duration limit, Cancellation cancellation) {
            lookups++;
            return kept.find(key, limit, cancellation);
        }

        @Override
        public void put(Key key, Entry entry, Duration limit, Cancellation cancellation) {
            kept.put(key, entry, limit, cancellation);
        }

        @Override
        public boolean remove(Key key, Duration limit, Cancellation cancellation) {
            return kept.remove(key, limit, cancellation);
        }

        @Override
        public long invalidate(Selection selection, Duration limit, Cancellation cancellation) {
            return kept.invalidate(selection, limit, cancellation);
        }

        @Override
        public Lease lease(Key key, String holder, Duration limit, Cancellation cancellation) {
            awaited.add(holder);
            Lease.State state = states.remove();
            if (state == Lease.State.BUSY) {
                onBusy.run();
            }
            return new Lease() {
                @Override
                public State state() {
                    return state;
                }

                @Override
                public String holder() {
                    return "holder";
                }

                @Override
                public void release(boolean unanswered) {
                    released.add(unanswered);
                }
            };
        }

        @Override
        public void close() {}
    }

    private AiReturn call() {
        return chain.call(fixture.call("hi"));
    }

    @Test
    @DisplayName("RD10 a call that has the lease looks again, asks, stores and releases")
    void rd10_leader() {
        store.states.add(ResponseStore.Lease.State.HELD);
        provider.says("new");
        assertThat(call().text()).isEqualTo("new");
        assertThat(store.released).containsExactly(false);
        assertThat(store.lookups).isEqualTo(3);
        assertThat(call().text()).isEqualTo("new");
        assertThat(store.states).isEmpty();
    }

    @Test
    @DisplayName("RD10 a call waits for the answer of another program")
    void rd10_follower_waits() {
        store.states.addAll(List.of(ResponseStore.Lease.State.BUSY, ResponseStore.Lease.State.BUSY));
        FakeResponseStore other = new FakeResponseStore();
        PolicyChain leading = fixture.cached(
                other, Duration.ofDays(7), ScriptedProvider.create().says("theirs"));
        leading.call(fixture.call("hi"));
        store.onBusy = () -> {
            if (store.states.isEmpty()) {
                other.entries.forEach((key, entry) -> store.kept.entries.put(key, entry));
            }
        };
        assertThat(call().text()).isEqualTo("theirs");
        assertThat(provider.calls()).isEmpty();
        assertThat(fixture.clock.waits()).hasSize(2);
        assertThat(store.awaited).containsExactly("", "holder");
    }

    @Test
    @DisplayName("RD10 a call takes over when the lease of another program has ended without an answer")
    void rd10_follower_takesOver() {
        store.states.addAll(List.of(ResponseStore.Lease.State.BUSY, ResponseStore.Lease.State.HELD));
        provider.says("mine");
        assertThat(call().text()).isEqualTo("mine");
        assertThat(store.released).containsExactly(false);
    }

    @Test
    @DisplayName("RD10 those who waited for an answer that is not stored ask at once")
    void rd10_unanswered_asksItself() {
        store.states.addAll(List.of(ResponseStore.Lease.State.BUSY, ResponseStore.Lease.State.UNANSWERED));
        provider.says("mine");
        assertThat(call().text()).isEqualTo("mine");
        store.kept.entries.clear();

        store.states.add(ResponseStore.Lease.State.HELD);
        provider.callsTool("draw", Map.of());
        call();
        store.states.add(ResponseStore.Lease.State.HELD);
        provider.fails(AiError.Category.SERVER);
        call();
        store.states.add(ResponseStore.Lease.State.HELD);
        provider.fails(AiError.Category.BUDGET);
        call();
        assertThat(store.released).containsExactly(false, true, true, false);
    }

    @Test
    @DisplayName("RD10 a store that fails is asked once by a call, which asks the model without a lease")
    void rd10_failingStore_isAskedOnce() {
        store.kept.broken = true;
        provider.says("mine");
        AiReturn answer = call();
        assertThat(answer.text()).isEqualTo("mine");
        store.kept.broken = false;
        assertThat(store.kept.entries).isEmpty();
        assertThat(store.lookups).isEqualTo(1);
        assertThat(store.awaited).isEmpty();
    }

    @Test
    @DisplayName("RD10 an answer of a clock that is some minutes ahead is used")
    void rd10_clockAhead_isUsed() {
        store.states.add(ResponseStore.Lease.State.UNSHARED);
        provider.says("theirs");
        call();
        fixture.clock.setTo(Duration.ofMinutes(-9));
        assertThat(call().text()).isEqualTo("theirs");
        assertThat(provider.calls()).hasSize(1);
    }
}
