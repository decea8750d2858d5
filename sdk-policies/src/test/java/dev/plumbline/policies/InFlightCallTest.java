package dev.plumbline.policies;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.internal.Fold;
import dev.plumbline.event.AiError;
import dev.plumbline.event.FinishReason;
import dev.plumbline.event.Usage;
import dev.plumbline.policy.PolicyChain;
import dev.plumbline.policy.ResponseStore;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.testkit.VirtualClock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class InFlightCallTest {
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicInteger asked = new AtomicInteger();

    @AfterEach
    void end() {
        threads.shutdownNow();
    }

    /** A caller with a view that signals its first text. */
    private static final class Caller {
        final CountDownLatch sawText = new CountDownLatch(1);
        final List<AiDelta> shown = Collections.synchronizedList(new ArrayList<>());
        final Cancellation cancellation = Cancellation.create(VirtualClock.create());

        AiCall call() {
            return AiCall.builder(AiBody.of("hi"), PolicyFixture.MODEL)
                    .cancellation(cancellation)
                    .sink(this::show)
                    .build();
        }

        private void show(AiDelta delta) {
            shown.add(delta);
            if (delta instanceof AiDelta.Text) {
                sawText.countDown();
            }
        }

        void awaitText() {
            await(sawText);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private PolicyChain chain(Function<AiCall, AiReturn> first, Function<AiCall, AiReturn> later) {
        AiProvider provider = new AiProvider() {
            @Override
            public String id() {
                return "scripted";
            }

            @Override
            public String defaultModel() {
                return "script";
            }

            @Override
            public AiReturn call(AiCall call) {
                return asked.incrementAndGet() == 1 ? first.apply(call) : later.apply(call);
            }
        };
        return PolicyChain.builder()
                .addPolicy("cache", Policies.localCache(ResponseStore.inMemory(8), VirtualClock.create()))
                .build(provider);
    }

    private CompletableFuture<AiReturn> start(PolicyChain chain, Caller caller) {
        return CompletableFuture.supplyAsync(() -> chain.call(caller.call()), threads);
    }

    private static AiReturn says(AiCall call, String... pieces) {
        List<AiDelta> said = new ArrayList<>();
        for (String piece : pieces) {
            said.add(new AiDelta.Text(piece));
        }
        said.add(new AiDelta.UsageReport(Usage.of(10, 2)));
        said.add(new AiDelta.Finish(FinishReason.STOP));
        said.forEach(call.sink());
        return Fold.of(said);
    }

    /** Says a piece, and goes on when the other one has seen it, too. */
    private static void saysToBoth(AiCall call, Caller other) {
        call.sink().accept(new AiDelta.Text("part"));
        other.awaitText();
    }

    @Test
    @Tag("SH59")
    @Tag("F78")
    @DisplayName("78 1,000 equal calls at once are one provider call, and all have the answer")
    void equal_calls_at_once_are_one() {
        CountDownLatch everybody = new CountDownLatch(1_000);
        PolicyChain chain = chain(
                call -> {
                    await(everybody);
                    return says(call, "Hello", " there");
                },
                call -> says(call, "again"));
        List<CompletableFuture<AiReturn>> answers = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            Caller caller = new Caller();
            answers.add(CompletableFuture.supplyAsync(
                    () -> {
                        everybody.countDown();
                        return chain.call(caller.call());
                    },
                    threads));
        }
        Usage used = Usage.NONE;
        for (CompletableFuture<AiReturn> answer : answers) {
            assertThat(answer.join().text()).isEqualTo("Hello there");
            used = used.plus(answer.join().usage());
        }
        assertThat(asked).hasValue(1);
        assertThat(used).isEqualTo(Usage.of(10, 2));
    }

    @Test
    void follower_sees_the_stream_from_its_start_and_uses_nothing() {
        Caller leader = new Caller();
        Caller follower = new Caller();
        PolicyChain chain = chain(
                call -> {
                    saysToBoth(call, follower);
                    call.sink().accept(new AiDelta.Text(" two"));
                    call.sink().accept(new AiDelta.Finish(FinishReason.STOP));
                    return Fold.of(List.of(
                            new AiDelta.Text("part"), new AiDelta.Text(" two"), new AiDelta.Finish(FinishReason.STOP)));
                },
                call -> says(call, "again"));
        CompletableFuture<AiReturn> first = start(chain, leader);
        leader.awaitText();
        AiReturn second = start(chain, follower).join();
        assertThat(second.text()).isEqualTo("part two");
        assertThat(second.usage()).isEqualTo(Usage.NONE);
        assertThat(second.trace().note("cache")).isEqualTo("joined an equal call");
        assertThat(Fold.of(follower.shown).interactions())
                .isEqualTo(first.join().interactions());
        assertThat(asked).hasValue(1);
    }

    @Test
    @Tag("F79")
    @DisplayName("79 leader fails: followers get that failure and nobody asks again; the next call does")
    void failure_of_the_leader_is_everybodys() {
        Caller leader = new Caller();
        Caller follower = new Caller();
        PolicyChain chain = chain(
                call -> {
                    saysToBoth(call, follower);
                    return AiReturn.failed(AiError.of(AiError.Category.SERVER, "down", "down"));
                },
                call -> says(call, "fresh"));
        CompletableFuture<AiReturn> first = start(chain, leader);
        leader.awaitText();
        AiReturn second = start(chain, follower).join();
        assertThat(second.error().orElseThrow().category()).isEqualTo(AiError.Category.SERVER);
        assertThat(first.join().error()).isEqualTo(second.error());
        assertThat(asked).hasValue(1);
        assertThat(chain.call(new Caller().call()).text()).isEqualTo("fresh");
    }

    @Test
    @Tag("F80")
    @DisplayName("80 leader cancelled: a follower takes over, its view is notified, and its answer is whole")
    void cancelled_leader_hands_over() {
        Caller leader = new Caller();
        Caller follower = new Caller();
        PolicyChain chain = chain(
                call -> {
                    saysToBoth(call, follower);
                    leader.cancellation.cancel("enough");
                    return AiReturn.failed(AiError.of(AiError.Category.CANCELLED, "cancelled", "enough"));
                },
                call -> says(call, "whole"));
        CompletableFuture<AiReturn> first = start(chain, leader);
        leader.awaitText();
        AiReturn second = start(chain, follower).join();
        assertThat(first.join().status()).isEqualTo(AiReturn.Status.CANCELLED);
        assertThat(second.text()).isEqualTo("whole");
        assertThat(Fold.of(follower.shown).interactions()).isEqualTo(second.interactions());
        assertThat(follower.shown).hasAtLeastOneElementOfType(AiDelta.Reset.class);
        assertThat(asked).hasValue(2);
    }

    @Test
    @Tag("F80")
    @DisplayName("80 follower cancelled: it ends at once, the leader goes on")
    void cancelled_follower_ends_alone() {
        Caller leader = new Caller();
        Caller follower = new Caller();
        CountDownLatch followerEnded = new CountDownLatch(1);
        PolicyChain chain = chain(
                call -> {
                    saysToBoth(call, follower);
                    await(followerEnded);
                    call.sink().accept(new AiDelta.Finish(FinishReason.STOP));
                    return Fold.of(List.of(new AiDelta.Text("part"), new AiDelta.Finish(FinishReason.STOP)));
                },
                call -> says(call, "again"));
        CompletableFuture<AiReturn> first = start(chain, leader);
        leader.awaitText();
        CompletableFuture<AiReturn> second = start(chain, follower);
        follower.awaitText();
        follower.cancellation.cancel("enough");
        assertThat(second.join().status()).isEqualTo(AiReturn.Status.CANCELLED);
        followerEnded.countDown();
        assertThat(first.join().text()).isEqualTo("part");
    }

    @Test
    @Tag("F116")
    void call_within_a_call_does_not_wait_for_itself() {
        List<PolicyChain> own = new ArrayList<>();
        PolicyChain chain = chain(
                call -> says(call, own.get(0).call(new Caller().call()).text() + "!"), call -> says(call, "inner"));
        own.add(chain);
        assertThat(chain.call(new Caller().call()).text()).isEqualTo("inner!");
    }
}
