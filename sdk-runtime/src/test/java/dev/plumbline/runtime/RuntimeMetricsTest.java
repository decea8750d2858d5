package dev.plumbline.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiReturn;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.conversation.SessionEvent.TurnProgress;
import dev.plumbline.conversation.SessionEvent.TurnProgress.State;
import dev.plumbline.event.CallRecord;
import dev.plumbline.event.CallRecord.StepTime;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.event.TelemetryObserver;
import dev.plumbline.metrics.AiMetrics;
import dev.plumbline.metrics.AiMetricsService.MetricsOptions;
import dev.plumbline.provider.Secret;
import dev.plumbline.providers.OpenAiChat;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.testkit.server.OpenAiChatScript;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerResponse;
import dev.plumbline.tool.Tool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class RuntimeMetricsTest {
    private final List<TelemetryEvent> events = Collections.synchronizedList(new ArrayList<>());
    private final ScriptedProvider provider =
            ScriptedProvider.create().callsTool("walls", Map.of()).says("Two walls.");

    /** A tool. */
    static final class Plan {
        @Tool("How many walls there are.")
        int walls() {
            return 2;
        }
    }

    private static ConversationSession session(AiRuntime ai) {
        return ai.session(AiBody.builder().addSystem("Count.").toolFilter("*").build());
    }

    private List<String> kinds() {
        synchronized (events) {
            return events.stream()
                    .map(event -> event.getClass().getSimpleName())
                    .toList();
        }
    }

    @Test
    @Tag("SH21")
    @Tag("SH117")
    @Tag("C63")
    void runtime_hasTheNumbersOfItsSessionsWithoutAnyLibrary() {
        try (AiRuntime ai =
                AiRuntime.builder().addProvider(provider).addTools(new Plan()).build()) {
            ConversationSession session = session(ai);
            AiReturn ret = session.send("How many?");
            assertThat(ret.isOk()).isTrue();
            AiMetrics numbers = ai.metrics().session(session.id());
            assertThat(numbers.turns()).isEqualTo(1);
            assertThat(numbers.rounds()).isEqualTo(2);
            assertThat(numbers.calls().attempts()).isEqualTo(2);
            assertThat(numbers.calls().usage()).isEqualTo(ret.usage());
            assertThat(numbers.tools().finished()).isEqualTo(1);
            assertThat(numbers.steps().keySet()).extracting(Object::toString).contains("call-model", "provider");
            assertThat(ai.metrics().turn(ret.ids().turn()).rounds()).isEqualTo(2);
            assertThat(ai.metrics().round(ret.ids().turn(), 1).tools().finished())
                    .isEqualTo(1);
        }
    }

    record Count(int walls) {}

    @Test
    @Tag("SH116")
    @Tag("SH117")
    @DisplayName("M10 encoding, the wrapping of a schema and the last increment are measured")
    void m10_parts_areMeasured() {
        try (ScriptedServer server = ScriptedServer.openAiChat()) {
            server.otherwise(OpenAiChatScript.create().says("{\"walls\":", "2}"));
            OpenAiChat chat = OpenAiChat.builder("m")
                    .baseUrl(server.address().toString())
                    .apiKey(Secret.of("key".toCharArray()))
                    .build();
            try (AiRuntime ai = AiRuntime.builder()
                    .addProvider(chat)
                    .addObserver(events::add)
                    .build()) {
                assertThat(ai.send("How many?", Count.class).walls()).isEqualTo(2);
            }
        }
        CallRecord call = events.stream()
                .filter(TelemetryEvent.CallFinished.class::isInstance)
                .map(event -> ((TelemetryEvent.CallFinished) event).call())
                .findFirst()
                .orElseThrow();
        assertThat(call.steps().stream()
                        .filter(step -> step.kind() == StepTime.Kind.PART)
                        .map(step -> step.name().text()))
                .containsExactly("wrap-schema", "encode");
        assertThat(call.steps()).allSatisfy(step -> assertThat(step.after()).isNotNegative());
        assertThat(call.content().lastBytes()).isEqualTo(2);
    }

    @Test
    @DisplayName("M24 an attempt has the status of its HTTP answer, also if it completed; none without HTTP")
    void m24_attempts_haveTheirStatus() {
        try (ScriptedServer server = ScriptedServer.openAiChat()) {
            server.answers(ServerResponse.json("{}").withStatus(503))
                    .answers(OpenAiChatScript.create().says("Two."));
            OpenAiChat chat = OpenAiChat.builder("m")
                    .baseUrl(server.address().toString())
                    .apiKey(Secret.of("key".toCharArray()))
                    .build();
            try (AiRuntime ai = AiRuntime.builder()
                    .addProvider(chat)
                    .addObserver(events::add)
                    .build()) {
                assertThat(ai.send("How many?").text()).isEqualTo("Two.");
            }
        }
        assertThat(statuses()).containsExactly("OptionalInt[503]", "OptionalInt[200]");
        events.clear();
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(provider)
                .addObserver(events::add)
                .build()) {
            ai.send("Hello.");
        }
        assertThat(statuses()).isNotEmpty().containsOnly("OptionalInt.empty");
    }

    /** Returns the statuses of the attempts that ended, as they were published. */
    private List<String> statuses() {
        return events.stream()
                .filter(TelemetryEvent.AttemptFinished.class::isInstance)
                .map(event -> String.valueOf(
                        ((TelemetryEvent.AttemptFinished) event).attempt().status()))
                .toList();
    }

    @Test
    @DisplayName("issue 21: a plain call is three events and a turn with a tool six, unless somebody watches live")
    void issue21_onlyWhatIsOverIsPublished() {
        provider.says("Hello.");
        try (AiRuntime ai =
                AiRuntime.builder().addProvider(provider).addTools(new Plan()).build()) {
            ConversationSession session = session(ai);
            session.send("How many?");
            assertThat(recent(ai))
                    .containsExactly(
                            "CallFinished",
                            "ToolFinished",
                            "RoundFinished",
                            "CallFinished",
                            "RoundFinished",
                            "TurnFinished");
            session.send("Hi");
            assertThat(recent(ai).stream().skip(6)).containsExactly("CallFinished", "RoundFinished", "TurnFinished");
        }
    }

    private static List<String> recent(AiRuntime ai) {
        return ai.metrics().recent(event -> true).stream()
                .map(event -> event.getClass().getSimpleName())
                .toList();
    }

    @Test
    @Tag("SH122")
    @Tag("SH126")
    void events_nestAsTheTurnDoes() {
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(provider)
                .addTools(new Plan())
                .addObserver(events::add)
                .build()) {
            session(ai).send("How many?");
        }
        assertThat(kinds())
                .filteredOn(kind -> !kind.equals("DeltasReceived"))
                .containsSubsequence(
                        "TurnStarted",
                        "RoundStarted",
                        "CallStarted",
                        "AttemptStarted",
                        "AttemptFinished",
                        "CallFinished",
                        "ToolsRequested",
                        "ToolStarted",
                        "ToolFinished",
                        "RoundFinished",
                        "RoundStarted",
                        "CallStarted",
                        "RoundFinished",
                        "TurnFinished",
                        "SessionClosed");
    }

    @Test
    @Tag("SH114")
    void bodies_haveMarksThatTellEqualOnesApartFromOthersAndNothingElse() {
        ScriptedProvider twice = ScriptedProvider.create().says("a").says("b").says("c");
        try (AiRuntime ai =
                AiRuntime.builder().addProvider(twice).addObserver(events::add).build()) {
            ai.send("the same");
            ai.send("the same");
            ai.send("another");
        }
        List<Long> marks = events.stream()
                .filter(TelemetryEvent.CallStarted.class::isInstance)
                .map(event -> ((TelemetryEvent.CallStarted) event).body().bits())
                .toList();
        assertThat(marks).hasSize(3).doesNotContain(0L);
        assertThat(marks.get(0)).isEqualTo(marks.get(1)).isNotEqualTo(marks.get(2));
    }

    @Test
    @Tag("SH128")
    @Tag("SH129")
    void metricsThatAreOff_keepNothingAndNothingIsMade() {
        AtomicInteger deltas = new AtomicInteger();
        TelemetryObserver uninterested = new TelemetryObserver() {
            @Override
            public void onEvent(TelemetryEvent event) {
                deltas.addAndGet(event instanceof TelemetryEvent.DeltasReceived ? 1 : 0);
            }

            @Override
            public boolean watches(Class<? extends TelemetryEvent> kind) {
                return false;
            }
        };
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(provider)
                .addTools(new Plan())
                .metrics(MetricsOptions.off())
                .addObserver(uninterested)
                .build()) {
            ConversationSession session = session(ai);
            session.send("How many?");
            assertThat(ai.metrics().session(session.id()).turns()).isZero();
        }
        assertThat(deltas).hasValue(0);
    }

    @Test
    @Tag("SH127")
    void views_seeProgressFromFirstToLast() throws Exception {
        List<TurnProgress> seen = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch done = new CountDownLatch(1);
        final class Watched {
            @Tool("How many walls there are.")
            int walls() {
                Await.until(() -> !seen.isEmpty(), () -> "no progress while the turn ran");
                return 2;
            }
        }
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(provider)
                .addTools(new Watched()) // later progress replaces what a late view has not seen
                .addView(new ConversationObserver() {
                    @Override
                    public void onProgress(TurnProgress progress) {
                        seen.add(progress);
                        if (progress.state().isOver()) {
                            done.countDown();
                        }
                    }
                })
                .build()) {
            session(ai).send("How many?");
            assertThat(done.await(60, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(seen.get(0).state()).isEqualTo(State.WORKING);
        assertThat(seen.get(seen.size() - 1).state()).isEqualTo(State.COMPLETED);
    }

    @Test
    @Tag("F120")
    @DisplayName("120 a subscriber that never returns changes nothing for the call")
    void blockedSubscriber_doesNotHoldTheCallUp() {
        CountDownLatch never = new CountDownLatch(1);
        try (AiRuntime ai =
                AiRuntime.builder().addProvider(provider).addTools(new Plan()).build()) {
            ai.metrics().subscribe(event -> true, event -> {
                try {
                    never.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            assertThat(session(ai).send("How many?").isOk()).isTrue();
            never.countDown();
        }
    }

    @Test
    void closeableObservers_areClosedWithTheRuntime() {
        AtomicInteger closed = new AtomicInteger();
        final class Closeable implements TelemetryObserver, AutoCloseable {
            @Override
            public void onEvent(TelemetryEvent event) {}

            @Override
            public void close() {
                closed.incrementAndGet();
            }
        }
        AiRuntime ai = AiRuntime.builder()
                .addProvider(ScriptedProvider.create())
                .addObserver(new Closeable())
                .build();
        ai.close();
        assertThat(ai.awaitClosed(Duration.ofMinutes(1))).isTrue();
        assertThat(closed).hasValue(1);
    }
}
