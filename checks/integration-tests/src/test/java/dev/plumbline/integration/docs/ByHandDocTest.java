package dev.plumbline.integration.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.testkit.VirtualClock;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ByHandDocTest {

    @Test
    @DisplayName("M17 the program of the page runs, and prints what the page shows")
    void m17_program_printsWhatThePageShows() throws IOException {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        ByHandExamples.byHand(
                ScriptedProvider.create()
                        .says("Four.")
                        .callsTool("draw", Map.of("length", 0))
                        .callsTool("draw", Map.of("length", 900))
                        .says("Drawn."),
                VirtualClock.create(),
                new PrintStream(printed, true, StandardCharsets.UTF_8));

        String page = Files.readString(Path.of("../../docs/by-hand.md"));
        assertThat(page).contains("```text\n" + printed.toString(StandardCharsets.UTF_8) + "```");
    }
}
