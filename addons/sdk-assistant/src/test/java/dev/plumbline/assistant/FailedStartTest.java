package dev.plumbline.assistant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.testkit.VirtualClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FailedStartTest {
    @TempDir
    private Path place;

    @Test
    @DisplayName(
            "R32 the log names the class that the plug-in's function threw, once, however much is typed, and no content")
    void r32_runtimeThatThrows_isInTheLog() {
        VirtualClock clock = VirtualClock.paused();
        try (Log log = new Log();
                Desk desk = new Desk()) {
            Assistant assistant = desk.assistant(builder -> builder.provider(ScriptedProvider::create)
                    .conversations(place)
                    .time(clock)
                    .runtime(ai -> {
                        throw new IllegalArgumentException("30 attempts");
                    }));
            AssistantPanel panel = Desk.onUi(() -> assistant.open(AssistantDocument.of(() -> "plan", () -> "1")));
            Desk.awaitText(panel.component(), "30 attempts");
            Await.until(() -> Desk.onUi(panel::isReady), () -> "the draft is not read");
            for (String text : List.of("Dr", "Draw", "Draw a wall")) {
                Desk.ui(() -> panel.chat().messageField().setText(text));
                clock.advance(Duration.ofSeconds(1));
            }
            assertThat(log.lines)
                    .containsExactly(
                            "the conversation did not begin: java.lang.IllegalArgumentException",
                            "what was typed could not be kept: java.lang.IllegalArgumentException");
        }
    }

    /** The lines that the assistant logs, with the messages of their exceptions. */
    private static final class Log extends Handler implements AutoCloseable {
        private static final Logger LOGGER = Logger.getLogger("dev.plumbline.assistant");

        final List<String> lines = new CopyOnWriteArrayList<>();

        Log() {
            LOGGER.addHandler(this);
            LOGGER.setUseParentHandlers(false);
        }

        @Override
        public void publish(LogRecord line) {
            lines.add(line.getMessage() + ": " + line.getThrown());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {
            LOGGER.removeHandler(this);
            LOGGER.setUseParentHandlers(true);
        }
    }
}
