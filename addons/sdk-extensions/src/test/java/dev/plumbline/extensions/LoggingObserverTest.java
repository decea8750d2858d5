package dev.plumbline.extensions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.event.AiError;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.CallRecord;
import dev.plumbline.event.FinishReason;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.event.TelemetryName;
import dev.plumbline.event.TelemetryObserver;
import dev.plumbline.event.Usage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ResourceBundle;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class LoggingObserverTest {
    private static final CallIds IDS = new CallIds("s1", "t1", 1, "r1");

    private final List<String> lines = new ArrayList<>();

    private final System.Logger log = new System.Logger() {
        @Override
        public String getName() {
            return "test";
        }

        @Override
        public boolean isLoggable(Level level) {
            return true;
        }

        @Override
        public void log(Level level, @Nullable ResourceBundle bundle, String message, @Nullable Throwable thrown) {
            lines.add(level + " " + message);
        }

        @Override
        public void log(Level level, @Nullable ResourceBundle bundle, String format, Object... values) {
            lines.add(level + " " + format);
        }
    };

    private static TelemetryEvent.TurnFinished turn(Optional<AiError.Category> error) {
        return new TelemetryEvent.TurnFinished(IDS, Instant.EPOCH, Duration.ofSeconds(2), error, Usage.NONE, List.of());
    }

    private static CallRecord failed(AiError.Category error) {
        return new CallRecord(
                new TelemetryName("provider"),
                new TelemetryName("model"),
                Duration.ZERO,
                FinishReason.STOP,
                Usage.NONE,
                Optional.empty(),
                Optional.of(error),
                CallRecord.Content.NONE,
                CallRecord.Traffic.NONE,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                Optional.empty(),
                List.of());
    }

    @Test
    @Tag("H40")
    void events_areLinesByWhatTheyMean() {
        TelemetryObserver logging =
                RecordingContributions.from(Extensions.logging(log)).observers.get(0);
        logging.onEvent(new TelemetryEvent.SessionOpened(IDS, Instant.EPOCH, Optional.empty()));
        logging.onEvent(new TelemetryEvent.TurnStarted(IDS, Instant.EPOCH));
        logging.onEvent(
                new TelemetryEvent.ToolStarted(IDS, Instant.EPOCH, new TelemetryName("draw_wall"), 1, Duration.ZERO));
        logging.onEvent(new TelemetryEvent.AttemptFailed(IDS, Instant.EPOCH, 1, AiError.Category.NETWORK));
        logging.onEvent(new TelemetryEvent.CallFinished(IDS, Instant.EPOCH, failed(AiError.Category.NETWORK)));
        logging.onEvent(turn(Optional.empty()));
        logging.onEvent(turn(Optional.of(AiError.Category.NETWORK)));
        logging.onEvent(new TelemetryEvent.ExtensionFailed(
                IDS, Instant.EPOCH, new TelemetryName("view"), new TelemetryName("Error")));
        logging.onEvent(new TelemetryEvent.SessionClosed(IDS, Instant.EPOCH));
        assertThat(lines.stream().map(line -> line.replaceAll("\\[.*", "")))
                .containsExactly(
                        "INFO SessionOpened",
                        "INFO TurnStarted",
                        "DEBUG ToolStarted",
                        "WARNING AttemptFailed",
                        "WARNING CallFinished",
                        "INFO TurnFinished",
                        "WARNING TurnFinished",
                        "WARNING ExtensionFailed",
                        "INFO SessionClosed");
        assertThat(lines.get(2)).contains("session=s1", "turn=t1", "tool=draw_wall");
    }
}
