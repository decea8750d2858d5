package dev.plumbline.integration.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.extend.Entry;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KilledProgramTest {
    private static final int CYCLES = Integer.getInteger("plumbline.crashes", 10);

    @TempDir
    private Path folder;

    @Test
    @DisplayName("86 killed at any moment, over and over: nothing that was committed is lost, nothing is drawn twice")
    void killedOverAndOver() throws Exception {
        Random random = new Random(7);
        List<String> committed = new ArrayList<>();
        int unknown = 0;
        for (int cycle = 0; cycle < CYCLES; cycle++) {
            dieAfter(random.nextInt(150));
            try (AiRuntime ai = Draughtsman.runtime(folder)) {
                ConversationSession session = Draughtsman.session(ai);
                List<String> before = texts(session.path());
                assertThat(before.subList(0, committed.size())).isEqualTo(committed);
                unknown += session.unknownOutcomes().size();
                Draughtsman.finish(ai, session);
                assertThat(AiBody.unpaired(session.body().interactions())).isEmpty();
                assertThat(texts(session.path()).subList(0, before.size())).isEqualTo(before);
                assertDrawnOnce(session);
                committed = texts(session.path());
            }
        }
        assertThat(committed).hasSizeGreaterThan(2 * CYCLES);
        System.getLogger("dev.plumbline.crash")
                .log(
                        System.Logger.Level.INFO,
                        CYCLES + " deaths, " + committed.size() + " entries, " + unknown + " unknown outcomes");
    }

    /** Starts the program, waits until it writes, and kills it so many milliseconds later. */
    private void dieAfter(int millis) throws IOException, InterruptedException {
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xshare:auto",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Draughtsman.class.getName(),
                        folder.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("child.log").toFile())
                .start();
        try {
            long before = written();
            for (int i = 0; i < 3000 && written() == before && child.isAlive(); i++) {
                child.waitFor(10, TimeUnit.MILLISECONDS);
            }
            child.waitFor(millis, TimeUnit.MILLISECONDS);
        } finally {
            child.destroyForcibly().waitFor();
        }
        assertThat(child.exitValue()).as(() -> log()).isNotIn(0, 1);
    }

    private String log() {
        try {
            return Files.readString(folder.resolve("child.log"));
        } catch (IOException e) {
            return "";
        }
    }

    private long written() throws IOException {
        Path journals = folder.resolve("journal");
        if (!Files.isDirectory(journals)) {
            return 0;
        }
        long size = 0;
        try (var files = Files.list(journals)) {
            for (Path file : files.toList()) {
                size += Files.size(file);
            }
        }
        return size;
    }

    /** Every stroke the transcript knows was drawn once; one with an unknown outcome, once or not at all. */
    private void assertDrawnOnce(ConversationSession session) throws IOException {
        List<String> sheet =
                Files.exists(folder.resolve("sheet.txt")) ? Files.readAllLines(folder.resolve("sheet.txt")) : List.of();
        assertThat(sheet).doesNotHaveDuplicates();
        List<String> known = session.body().interactions().stream()
                .filter(Interaction.ToolResult.class::isInstance)
                .map(item -> ((Interaction.ToolResult) item).envelope())
                .filter(envelope -> envelope.ok())
                .map(envelope -> envelope.toJson().at("/result/value").text())
                .toList();
        assertThat(sheet).containsAll(known);
    }

    private static List<String> texts(List<Entry> path) {
        return path.stream().map(entry -> entry.toJson().text()).toList();
    }
}
