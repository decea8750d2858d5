package dev.plumbline.policies;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.AiError;
import dev.plumbline.event.CallRecord.CacheLookup;
import dev.plumbline.event.TelemetryEvent.CallFinished;
import dev.plumbline.event.Usage;
import dev.plumbline.policy.Policy;
import dev.plumbline.policy.PolicyChain;
import dev.plumbline.policy.ResponseStore;
import dev.plumbline.testkit.ConcurrentRunner;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.testkit.VirtualClock;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A policy outside the cache reads in the return what an answer cost that nobody paid for again. */
class SavedTokensTest {
    private static final Usage USED = Usage.of(100, 20);

    private final AtomicLong counted = new AtomicLong();
    private final List<CacheLookup> lookups = new CopyOnWriteArrayList<>();

    private PolicyChain chain(ScriptedProvider provider) {
        Policy counting = (call, next) -> {
            AiReturn ret = next.proceed(call);
            counted.addAndGet(ret.usage().total() + ret.savedTokens());
            return ret;
        };
        return PolicyChain.builder()
                .telemetry(VirtualClock.create())
                .addPolicy("count", counting)
                .addPolicy("cache", Policies.localCache(ResponseStore.inMemory(8), VirtualClock.create()))
                .build(provider);
    }

    private AiCall call() {
        return AiCall.builder(AiBody.of("hi"), PolicyFixture.MODEL)
                .observer(event -> {
                    if (event instanceof CallFinished finished) {
                        lookups.addAll(finished.call().lookups());
                    }
                })
                .build();
    }

    @Test
    @DisplayName("T1 an answer of the cache has the tokens that it saved in its return")
    void t1_hit_hasWhatItSaved() {
        PolicyChain chain = chain(ScriptedProvider.create().usage(USED).says("Hello."));
        AiReturn first = chain.call(call());
        AiReturn second = chain.call(call());

        assertThat(first.savedTokens()).isZero();
        assertThat(second.usage()).isEqualTo(Usage.NONE);
        assertThat(second.savedTokens()).isEqualTo(120);
        assertThat(counted).hasValue(240);
    }

    @Test
    @DisplayName("T1 five equal calls at once count as five, whether they joined or came later")
    void t1_joinedCalls_haveWhatTheySaved() {
        PolicyChain chain =
                chain(ScriptedProvider.create().usage(USED).says("Hello.").repeats());
        List<AiReturn> all = ConcurrentRunner.run(5, number -> chain.call(call()));

        assertThat(all).allMatch(AiReturn::isOk);
        assertThat(counted).hasValue(5 * 120);
        assertThat(lookups.stream()
                        .filter(CacheLookup::hit)
                        .mapToLong(lookup -> lookup.savedTokens().orElse(0))
                        .sum())
                .isEqualTo(4 * 120);
    }

    @Test
    @DisplayName("T1 a call that failed with the one that it joined has saved nothing")
    void t1_failedCalls_saveNothing() {
        PolicyChain chain = chain(ScriptedProvider.create()
                .failsWith(AiError.of(AiError.Category.SERVER, "down", "down"))
                .repeats());
        List<AiReturn> all = ConcurrentRunner.run(5, number -> chain.call(call()));

        assertThat(all).allMatch(ret -> !ret.isOk() && ret.savedTokens() == 0);
    }
}
