package dev.plumbline.tools;

import static dev.plumbline.tools.ToolExecutorFixture.code;
import static dev.plumbline.tools.ToolExecutorFixture.effect;
import static dev.plumbline.tools.ToolExecutorFixture.tool;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.json.Json;
import dev.plumbline.testkit.Await;
import dev.plumbline.tool.ThreadAffinity;
import dev.plumbline.tool.ToolException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Results that come after the tool has returned. */
class AsyncResultsTest {
    private final ToolExecutorFixture bench = new ToolExecutorFixture();

    @AfterEach
    void close() {
        bench.close();
    }

    private ToolEnvelope returned(Object result) {
        return bench.with(tool("later", (arguments, context) -> result)).run("later");
    }

    @Test
    @DisplayName("N21 a tool may return a CompletableFuture")
    void n21_future_isItsValue() {
        CompletionStage<List<Integer>> stage =
                CompletableFuture.supplyAsync(() -> List.of(1, 2)).minimalCompletionStage();
        assertThat(returned(stage).result()).isEqualTo(Json.parse("{\"items\":[1,2]}"));
    }

    @Test
    void n21_failedFuture_isTheFailureOfTheTool() {
        CompletableFuture<String> refused = CompletableFuture.supplyAsync(() -> {
            throw new ToolException("There is no such wall.");
        });
        ToolEnvelope envelope = returned(refused);
        assertThat(code(envelope)).isEqualTo(ToolEnvelope.Code.FAILED);
        assertThat(envelope.failure().orElseThrow().message()).isEqualTo("There is no such wall.");
    }

    @Test
    void n21_futureThatFailsOtherwise_hidesItsMessage() {
        ToolEnvelope envelope = returned(CompletableFuture.failedFuture(new IllegalStateException("content")));
        assertThat(envelope.failure().orElseThrow().message())
                .contains("IllegalStateException")
                .doesNotContain("content");
    }

    @Test
    void n21_futureThatIsLate_isATimeoutAndIsCancelled() throws Exception {
        CompletableFuture<String> never = new CompletableFuture<>();
        CountDownLatch returned = new CountDownLatch(1);
        bench.with(tool("later", (arguments, context) -> {
                    returned.countDown();
                    return never;
                })
                .withTimeout(Duration.ofMinutes(1)));
        CompletableFuture<List<ToolEnvelope>> outcome = bench.start("later");
        returned.await();
        bench.clock.advance(Duration.ofMinutes(1));
        assertThat(code(outcome.get().get(0))).isEqualTo(ToolEnvelope.Code.TIMEOUT);
        Await.until(never::isCancelled, () -> "the future was not cancelled");
    }

    @Test
    void n21_cancelledTurn_cancelsTheFuture() throws Exception {
        CompletableFuture<String> never = new CompletableFuture<>();
        CountDownLatch returned = new CountDownLatch(1);
        bench.with(tool("later", (arguments, context) -> {
            returned.countDown();
            return never;
        }));
        CompletableFuture<List<ToolEnvelope>> outcome = bench.start("later");
        returned.await();
        bench.turn.cancel("stopped");
        ToolEnvelope envelope = outcome.get().get(0);
        assertThat(code(envelope)).isEqualTo(ToolEnvelope.Code.CANCELLED);
        assertThat(effect(envelope)).isEqualTo(ToolEnvelope.Effect.UNKNOWN);
        Await.until(never::isCancelled, () -> "the future was not cancelled");
    }

    @Test
    void n21_futureOfTheUiThread_leavesItFree() throws Exception {
        try (FakeHostApplication host = new FakeHostApplication()) {
            CompletableFuture<String> value = new CompletableFuture<>();
            bench.with(b -> b.host(host))
                    .with(tool("later", (arguments, context) -> value).withAffinity(ThreadAffinity.UI_THREAD));
            CompletableFuture<List<ToolEnvelope>> outcome = bench.start("later");
            Await.until(() -> value.getNumberOfDependents() > 0, () -> "the tool has not returned");
            CountDownLatch ran = new CountDownLatch(1);
            host.execute(ran::countDown);
            ran.await(); // would wait for ever if the thread waited for the future
            value.complete("drawn");
            assertThat(outcome.get().get(0).result().get("value")).isEqualTo(Json.of("drawn"));
        }
    }

    @Test
    void n21_future_holdsNoThreadOfThePool() throws Exception {
        CompletableFuture<String> first = new CompletableFuture<>();
        bench.with(b -> b.limits(ToolLimits.ofDefaults().withMaxConcurrent(1)))
                .with(tool("later", (arguments, context) -> first), tool("now", (arguments, context) -> "done"));
        CompletableFuture<List<ToolEnvelope>> outcome = bench.start("later");
        Await.until(() -> first.getNumberOfDependents() > 0, () -> "the tool has not returned");
        Await.until(() -> bench.run("now").isOk(), () -> "the future holds the thread"); // which it leaves last
        first.complete("later");
        assertThat(outcome.get().get(0).isOk()).isTrue();
    }

    @Test
    @DisplayName("N21 a tool may return a publisher")
    void n21_publisher_isTheListOfItsElements() {
        Flow.Publisher<String> two = subscriber -> subscriber.onSubscribe(counting(subscriber, 2, new AtomicInteger()));
        assertThat(returned(two).result()).isEqualTo(Json.parse("{\"items\":[\"e1\",\"e2\"]}"));
    }

    @Test
    void n21_endlessPublisher_isCutAndCancelled() {
        AtomicInteger delivered = new AtomicInteger();
        Flow.Publisher<String> endless =
                subscriber -> subscriber.onSubscribe(counting(subscriber, Integer.MAX_VALUE, delivered));
        ToolEnvelope envelope = returned(endless);
        assertThat(envelope.isOk()).isTrue();
        assertThat(envelope.meta().get("truncated").asBoolean()).isTrue();
        assertThat(delivered.get()).isLessThan(100_000);
    }

    @Test
    void n21_publisherThatFails_isTheFailureOfTheTool() {
        Flow.Publisher<String> failing = subscriber -> {
            subscriber.onSubscribe(counting(subscriber, 0, new AtomicInteger()));
            subscriber.onError(new ToolException("The list is locked."));
        };
        assertThat(returned(failing).failure().orElseThrow().message()).isEqualTo("The list is locked.");
    }

    @Test
    void n21_elementWithoutJson_isNamed() {
        Flow.Publisher<Object> mixed = subscriber -> subscriber.onSubscribe(new Flow.Subscription() {
            @Override
            public void request(long n) {
                subscriber.onNext(Double.NaN);
            }

            @Override
            public void cancel() {}
        });
        ToolEnvelope envelope = returned(mixed);
        assertThat(code(envelope)).isEqualTo(ToolEnvelope.Code.INVALID_RESULT);
        assertThat(envelope.failure().orElseThrow().message()).contains("/0", "NaN");
    }

    @Test
    void n21_futureWithoutCompletion_isRefusedWithTheWayOut() {
        ToolEnvelope envelope = returned(new FutureTask<>(() -> 1));
        assertThat(code(envelope)).isEqualTo(ToolEnvelope.Code.INVALID_RESULT);
        assertThat(envelope.failure().orElseThrow().message()).contains("CompletableFuture");
    }

    /** Delivers so many elements, one for each request. */
    private static Flow.Subscription counting(
            Flow.Subscriber<? super String> subscriber, int count, AtomicInteger delivered) {
        return new Flow.Subscription() {
            private boolean cancelled;
            private boolean busy;
            private long requested;

            @Override
            public void request(long n) {
                requested += n;
                if (busy) {
                    return;
                }
                busy = true;
                while (requested > 0 && !cancelled && delivered.get() < count) {
                    requested--;
                    subscriber.onNext("e" + delivered.incrementAndGet());
                }
                busy = false;
                if (delivered.get() == count && count > 0 && !cancelled) {
                    cancelled = true;
                    subscriber.onComplete();
                }
            }

            @Override
            public void cancel() {
                cancelled = true;
            }
        };
    }
}
