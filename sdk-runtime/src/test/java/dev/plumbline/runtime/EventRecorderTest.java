package dev.plumbline.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.metrics.AiMetrics;
import dev.plumbline.metrics.AiMetricsService;
import dev.plumbline.metrics.internal.EventRecorder;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.store.FileSessionStore;
import dev.plumbline.testkit.ScriptedProvider;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventRecorderTest {
    @TempDir
    private Path folder;

    private String id = "";

    @BeforeEach
    void talk() {
        AiRuntime ai = AiRuntime.builder()
                .addProvider(ScriptedProvider.create().says("CANARY one").says("CANARY two"))
                .journal(folder)
                .build();
        try (ConversationSession session = ai.session(AiBody.builder().build())) {
            id = session.id();
            session.send("first");
            session.send("second");
        }
        ai.close();
        assertThat(ai.awaitClosed(Duration.ofMinutes(1))).isTrue();
    }

    private List<TelemetryEvent> events() {
        try (FileSessionStore store = FileSessionStore.of(folder.resolve("events"))) {
            return EventRecorder.of(store, id);
        }
    }

    @Test
    void events_standBesideTheJournalByTurnWhenTheRuntimeIsGone() {
        assertThat(events())
                .extracting(event -> event.getClass().getSimpleName())
                .containsExactly(
                        "CallFinished",
                        "RoundFinished",
                        "TurnFinished",
                        "CallFinished",
                        "RoundFinished",
                        "TurnFinished");
        assertThat(events().toString()).doesNotContain("CANARY");
    }

    @Test
    void session_resumesBesideThem() {
        try (AiRuntime ai = AiRuntime.builder()
                        .addProvider(ScriptedProvider.create().says("three"))
                        .journal(folder)
                        .build();
                ConversationSession session = ai.resume(id)) {
            assertThat(ai.stored())
                    .singleElement()
                    .satisfies(kept -> assertThat(kept.interrupted()).isFalse());
            AiMetrics metrics = AiMetricsService.metricsOf(events());
            assertThat(metrics.turns()).isEqualTo(2);
            assertThat(metrics.ids().session()).isEqualTo(id);
            assertThat(session.path()).hasSize(4);
            assertThat(session.send("third").text()).isEqualTo("three");
        }
    }

    @Test
    @DisplayName(
            "F9 the events of a conversation that another runtime of the folder resumes are all recorded, in order")
    void f9_conversationThatMoves_keepsItsEvents() {
        List<AiRuntime> both = List.of(runtime(), runtime());
        try (Warnings warnings = new Warnings()) {
            for (int i = 0; i < 10; i++) {
                try (ConversationSession session = both.get(i % 2).resume(id)) {
                    assertThat(session.send("more").text()).isEqualTo("said");
                }
            }
            both.forEach(AiRuntime::close);
            both.forEach(ai -> assertThat(ai.awaitClosed(Duration.ofMinutes(1))).isTrue());
            assertThat(warnings.thrown).isEmpty();
        }
        assertThat(AiMetricsService.metricsOf(events()).turns()).isEqualTo(12);
        assertThat(events()).extracting(TelemetryEvent::at).isSorted();
    }

    private AiRuntime runtime() {
        ScriptedProvider provider = ScriptedProvider.create();
        for (int i = 0; i < 10; i++) {
            provider.says("said");
        }
        return AiRuntime.builder().addProvider(provider).journal(folder).build();
    }

    /** What the metrics log while it is open. */
    private static final class Warnings extends Handler implements AutoCloseable {
        private static final Logger LOG = Logger.getLogger("dev.plumbline.metrics");

        private final List<Throwable> thrown = new CopyOnWriteArrayList<>();

        Warnings() {
            LOG.addHandler(this);
        }

        @Override
        public void publish(LogRecord logged) {
            thrown.add(logged.getThrown());
        }

        @Override
        public void flush() {
            // keeps nothing back
        }

        @Override
        public void close() {
            LOG.removeHandler(this);
        }
    }
}
