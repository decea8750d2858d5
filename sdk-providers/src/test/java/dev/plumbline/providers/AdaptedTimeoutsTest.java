package dev.plumbline.providers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.ModelOptions;
import dev.plumbline.call.internal.CallAccess;
import dev.plumbline.call.internal.CallRecorder;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.event.TelemetryObserver;
import dev.plumbline.http.internal.Timeouts;
import dev.plumbline.providers.client.AdaptedTimeouts;
import dev.plumbline.providers.client.ProviderHttpCall;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The deadlines of calls that take long before their first event. */
class AdaptedTimeoutsTest {
    private static final ModelId MODEL = new ModelId("openai", "m");

    private final List<TelemetryEvent> events = new CopyOnWriteArrayList<>();

    private AiCall call(ModelOptions options, VirtualClock clock) {
        TelemetryObserver observer = events::add;
        AiCall call = AiCall.builder(AiBody.of("hi"), MODEL)
                .options(options)
                .cancellation(Cancellation.create(clock))
                .build();
        return CallAccess.withRecorder(call, CallRecorder.of(CallIds.NONE, MODEL, observer, clock));
    }

    private static OpenAiChat local(ScriptedServer server, VirtualClock clock) {
        return OpenAiChat.builder("m")
                .baseUrl(server.address().toString())
                .time(clock)
                .build();
    }

    @ParameterizedTest
    @CsvSource({
        "false,,0,60,600",
        "false,NONE,0,60,600",
        "false,LOW,0,120,660",
        "false,HIGH,0,600,1140",
        "false,,1048576,300,840",
        "false,MEDIUM,69632,301,841",
        "false,,50000000,360,900",
        "true,,0,600,1140",
        "true,HIGH,0,600,1140"
    })
    @DisplayName("N6 the limit for the first event depends on reasoning, size and kind of server")
    void n6_limit_dependsOnTheCall(boolean local, ModelOptions.Reasoning effort, int bytes, long first, long total) {
        ModelOptions.Builder options = ModelOptions.builder();
        if (effort != null) {
            options.reasoning(effort);
        }
        Timeouts adapted =
                AdaptedTimeouts.of(AdaptedTimeouts.of(local), call(options.build(), VirtualClock.paused()), bytes);
        assertThat(adapted.firstEvent()).isEqualTo(Duration.ofSeconds(first));
        assertThat(adapted.total()).isEqualTo(Duration.ofSeconds(total));
        assertThat(adapted.idle()).isEqualTo(Duration.ofSeconds(local ? 300 : 30));
    }

    @Test
    @DisplayName("N6 a local server that loads a model is waited for, and a view says so")
    void n6_silentLocalServer_isWaitedFor() {
        VirtualClock clock = VirtualClock.paused();
        CountDownLatch loaded = new CountDownLatch(1);
        try (ScriptedServer server = ScriptedServer.openAiChat();
                OpenAiChat provider = local(server, clock)) {
            ServerResponse answer = SseSamples.stream(SseSamples.HELLO, SseSamples.STOP, SseSamples.DONE);
            server.answers(answer.stallsAfter(0, loaded));
            CompletableFuture<AiReturn> running = CompletableFuture.supplyAsync(
                    () -> provider.call(call(ModelOptions.none(), clock)), task -> new Thread(task).start());
            ProviderFixture.until(() -> !server.requests().isEmpty());
            for (int second = 0; second < 300; second++) {
                clock.advance(Duration.ofSeconds(1));
            }
            assertThat(events)
                    .filteredOn(TelemetryEvent.WaitStarted.class::isInstance)
                    .singleElement()
                    .satisfies(event -> {
                        TelemetryEvent.WaitStarted wait = (TelemetryEvent.WaitStarted) event;
                        assertThat(wait.why()).isEqualTo(ProviderHttpCall.LOADING);
                    });
            assertThat(running).isNotDone();
            loaded.countDown();
            assertThat(ProviderFixture.end(running).isOk()).isTrue();
        }
    }

    @Test
    void n6_serverThatSaysItLoads_isAskedAgain() {
        VirtualClock clock = VirtualClock.create();
        ServerResponse loading = ServerResponse.json(
                        "{\"error\":{\"code\":503,\"message\":\"Loading model\",\"type\":\"unavailable_error\"}}")
                .withStatus(503);
        try (ScriptedServer server = ScriptedServer.openAiChat();
                OpenAiChat provider = local(server, clock)) {
            server.answers(loading)
                    .answers(loading)
                    .answers(loading)
                    .answers(SseSamples.stream(SseSamples.HELLO, SseSamples.STOP, SseSamples.DONE));
            AiReturn ret = provider.call(call(ModelOptions.none(), clock));
            assertThat(ret.isOk()).isTrue();
            assertThat(events)
                    .filteredOn(TelemetryEvent.WaitStarted.class::isInstance)
                    .hasSize(3);
        }
    }

    @Test
    void n6_cancelledCall_doesNotWaitForTheModel() {
        VirtualClock clock = VirtualClock.create();
        ServerResponse loading = ServerResponse.json("{\"error\":{\"message\":\"Loading model\"}}")
                .withStatus(503);
        try (ScriptedServer server = ScriptedServer.openAiChat();
                OpenAiChat provider = local(server, clock)) {
            server.otherwise(request -> loading);
            Cancellation cancellation = Cancellation.create();
            TelemetryObserver cancels = event -> {
                boolean unused = cancellation.cancel("stop");
            };
            AiCall call = AiCall.builder(AiBody.of("hi"), MODEL)
                    .cancellation(cancellation)
                    .build();
            AiReturn ret =
                    provider.call(CallAccess.withRecorder(call, CallRecorder.of(CallIds.NONE, MODEL, cancels, clock)));
            assertThat(ret.error().orElseThrow().category()).isEqualTo(dev.plumbline.event.AiError.Category.CANCELLED);
            assertThat(server.requests()).hasSize(1);
        }
    }

    @Test
    void n6_deadlinesOfTheProgram_areNotChanged() {
        try (ProviderFixture calls = new ProviderFixture(Timeouts.ofDefaults())) {
            calls.server.answers(SseSamples.stream(SseSamples.HELLO).stallsAfter(0));
            CompletableFuture<AiReturn> running = calls.begin();
            ProviderFixture.until(() -> !calls.server.requests().isEmpty());
            calls.advanceUntilDone(running);
            assertThat(ProviderFixture.end(running).error().orElseThrow().message())
                    .contains("no first event within PT1M");
        }
    }

    @Test
    @DisplayName("R30 a limit that is set changes no other: with idleTimeout, a model may still load for nine minutes")
    void r30_limitsStandAlone() {
        VirtualClock clock = VirtualClock.paused();
        CountDownLatch loaded = new CountDownLatch(1);
        try (ScriptedServer server = ScriptedServer.openAiChat();
                OpenAiChat provider = OpenAiChat.builder("m")
                        .baseUrl(server.address().toString())
                        .idleTimeout(Duration.ofMinutes(7))
                        .time(clock)
                        .build()) {
            server.answers(SseSamples.stream(SseSamples.HELLO, SseSamples.STOP, SseSamples.DONE)
                    .stallsAfter(0, loaded));
            CompletableFuture<AiReturn> running = CompletableFuture.supplyAsync(
                    () -> provider.call(call(ModelOptions.none(), clock)), task -> new Thread(task).start());
            ProviderFixture.until(() -> !server.requests().isEmpty());
            for (int second = 0; second < 540; second++) {
                clock.advance(Duration.ofSeconds(1));
            }
            assertThat(running).isNotDone();
            loaded.countDown();
            assertThat(ProviderFixture.end(running).isOk()).isTrue();
        }
    }

    @Test
    @DisplayName("R27 a local server may be silent for four minutes within an answer, while it writes a tool call")
    void r27_silenceWithinAnAnswer() {
        VirtualClock clock = VirtualClock.paused();
        CountDownLatch written = new CountDownLatch(1);
        try (ScriptedServer server = ScriptedServer.openAiChat();
                OpenAiChat provider = local(server, clock)) {
            ServerResponse answer = SseSamples.stream(SseSamples.HELLO, SseSamples.STOP, SseSamples.DONE);
            server.answers(answer.stallsAfter(SseSamples.length(SseSamples.HELLO), written));
            CompletableFuture<AiReturn> running = CompletableFuture.supplyAsync(
                    () -> provider.call(call(ModelOptions.none(), clock)), task -> new Thread(task).start());
            ProviderFixture.until(() -> !server.requests().isEmpty());
            for (int second = 0; second < 240; second++) {
                clock.advance(Duration.ofSeconds(1));
            }
            assertThat(running).isNotDone();
            written.countDown();
            assertThat(ProviderFixture.end(running).isOk()).isTrue();
        }
    }

    @Test
    @DisplayName("R15 a local server that is busy for a minute is asked again, as one that loads its model")
    void r15_busyServer_isAskedAgain() {
        VirtualClock clock = VirtualClock.create();
        ServerResponse busy = ServerResponse.json(
                        "{\"error\":\"server busy, please try again.  maximum pending requests exceeded\"}")
                .withStatus(503);
        try (ScriptedServer server = ScriptedServer.openAiChat();
                OpenAiChat provider = local(server, clock)) {
            for (int i = 0; i < 30; i++) {
                server.answers(busy);
            }
            server.answers(SseSamples.stream(SseSamples.HELLO, SseSamples.STOP, SseSamples.DONE));
            assertThat(provider.call(call(ModelOptions.none(), clock)).isOk()).isTrue();
            assertThat(events)
                    .filteredOn(TelemetryEvent.WaitStarted.class::isInstance)
                    .hasSize(30);
        }
    }
}
