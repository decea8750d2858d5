package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.event.CallIds;
import dev.plumbline.json.Json;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jline.terminal.impl.DumbTerminal;
import org.junit.jupiter.api.Test;

class TurnPrinterTest {
    private static final CallIds IDS = new CallIds("s1", "t1", 1, "");

    @Test
    void m6_news_areLines_escapedAndCut() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        CommandConsole console = new CommandConsole(
                new DumbTerminal("test", "dumb", new ByteArrayInputStream(new byte[0]), out, StandardCharsets.UTF_8));
        TurnPrinter view = new TurnPrinter(console, List::of, List::of, List::of);
        List<Json> news = List.of(
                Json.of("half"),
                Json.object().with("count", 3),
                Json.object().with("text", "all \u001b[31m" + "w".repeat(300)));
        for (int i = 0; i < news.size(); i++) {
            view.onEvent(new SessionEvent.Custom(i, IDS, "draw", news.get(i)));
        }
        List<String> lines = out.toString(StandardCharsets.UTF_8).lines().toList();
        assertThat(lines).hasSize(2);
        assertThat(lines.get(0)).isEqualTo("  draw: half");
        assertThat(lines.get(1))
                .startsWith("  draw: all ")
                .doesNotContain("\u001b")
                .hasSizeLessThan(120);
    }
}
