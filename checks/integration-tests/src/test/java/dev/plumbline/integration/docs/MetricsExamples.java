package dev.plumbline.integration.docs;

import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.conversation.SessionEvent.TurnProgress;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.event.TelemetryName;
import dev.plumbline.metrics.AiMetrics;
import dev.plumbline.metrics.MicrometerObserver;
import dev.plumbline.metrics.TraceObserver;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.time.Subscription;
import dev.plumbline.web.SessionReport;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import java.util.List;
import java.util.function.Consumer;
import javax.swing.JProgressBar;

/** The programs of docs/metrics.md, compiled; a test sees to it that they are the same. */
final class MetricsExamples {

    private MetricsExamples() {}

    static String numbers(AiRuntime ai, ConversationSession session) {
        AiMetrics so = ai.metrics().session(session.id());
        long tokens = so.calls().usage().total();
        return tokens + " tokens, " + Math.round(so.stream().tokensPerSecond()) + " a second, "
                + so.tools().failed() + " tools failed";
    }

    static Subscription slowTools(AiRuntime ai, Consumer<TelemetryName> report) {
        return ai.metrics()
                .subscribe(
                        event -> event instanceof TelemetryEvent.ToolFinished tool
                                && tool.took().toSeconds() >= 5,
                        event -> report.accept(((TelemetryEvent.ToolFinished) event).tool()));
    }

    static ConversationObserver statusLine(JProgressBar bar) {
        return new ConversationObserver() {
            @Override
            public void onProgress(TurnProgress progress) {
                bar.setIndeterminate(progress.percent().isEmpty() && progress.state() != TurnProgress.State.IDLE);
                bar.setValue(progress.percent().orElse(0));
                bar.setString(progress.label());
            }
        };
    }

    static AiRuntime measured(AiProvider provider, MeterRegistry meters, ObservationRegistry traces) {
        return AiRuntime.builder()
                .addProvider(provider)
                .addObserver(MicrometerObserver.of(meters))
                .addObserver(TraceObserver.of(traces))
                .build();
    }

    static String page(AiRuntime ai, ConversationSession session) {
        List<TelemetryEvent> events =
                ai.metrics().recent(event -> event.ids().session().equals(session.id()));
        return SessionReport.of(session.tree(), events).html(SessionReport.ContentLevel.LENGTHS);
    }
}
