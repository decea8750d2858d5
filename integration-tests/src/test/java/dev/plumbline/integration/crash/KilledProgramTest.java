package dev.plumbline.integration.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.conversation.ConversationEntry;
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
    /** So many a conversation: what is read again at every start grows with it. */
    private static final int LIVES = 50;

    private static final int CYCLES = Integer.getInteger("plumbline.crashes", LIVES);
    private static final System.Logger LOG = System.getLogger("dev.plumbline.crash");

    private final Random random = new Random(7);
    private int entries;
    private int unknown;

    @TempDir
    private Path folder;

    @Test
    @DisplayName("86 killed at any moment, over and over: nothing that was committed is lost, nothing is drawn twice")
    void killedOverAndOver() throws Exception {
        for (int done = 0; done < CYCLES; done += LIVES) {
            Path own = Files.createDirectory(folder.resolve("after" + done));
            killedOver(own, Math.min(LIVES, CYCLES - done));
            LOG.log(
                    System.Logger.Level.INFO,
                    "{0} deaths, {1} entries, {2} unknown outcomes",
                    Math.min(done + LIVES, CYCLES),
                    entries,
                    unknown);
        }
    }

    private void killedOver(Path own, int lives) throws Exception {
        List<String> committed = new ArrayList<>();
        for (int life = 0; life < lives; life++) {
            dieAfter(own, random.nextInt(150));
            try (AiRuntime ai = DrawingProgram.runtime(own)) {
                ConversationSession session = DrawingProgram.session(ai);
                List<String> before = texts(session.path());
                assertThat(before.subList(0, committed.size())).isEqualTo(committed);
                unknown += session.unknownOutcomes().size();
                DrawingProgram.finish(ai, session);
                assertThat(AiBody.unpaired(session.body().interactions())).isEmpty();
                assertThat(texts(session.path()).subList(0, before.size())).isEqualTo(before);
                assertDrawnOnce(own, session);
                committed = texts(session.path());
            }
        }
        // it died behind something it had said: how much is a matter of the machine
        assertThat(committed).hasSizeGreaterThan(lives / 2);
        entries += committed.size();
    }

    /** Starts the program, waits until it writes, and kills it so many milliseconds later. */
    private static void dieAfter(Path own, int millis) throws IOException, InterruptedException {
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xshare:auto",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        DrawingProgram.class.getName(),
                        own.toString())
                .redirectErrorStream(true)
                .redirectOutput(own.resolve("child.log").toFile())
                .start();
        try {
            long before = written(own);
            for (int i = 0; i < 3000 && written(own) == before && child.isAlive(); i++) {
                child.waitFor(10, TimeUnit.MILLISECONDS);
            }
            child.waitFor(millis, TimeUnit.MILLISECONDS);
        } finally {
            child.destroyForcibly().waitFor();
        }
        assertThat(child.exitValue()).as(() -> log(own)).isNotIn(0, 1);
    }

    private static String log(Path own) {
        try {
            return Files.readString(own.resolve("child.log"));
        } catch (IOException e) {
            return "";
        }
    }

    private static long written(Path own) throws IOException {
        Path journals = own.resolve("journal");
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
    private static void assertDrawnOnce(Path own, ConversationSession session) throws IOException {
        List<String> sheet =
                Files.exists(own.resolve("sheet.txt")) ? Files.readAllLines(own.resolve("sheet.txt")) : List.of();
        assertThat(sheet).doesNotHaveDuplicates();
        List<String> known = session.body().interactions().stream()
                .filter(Interaction.ToolResult.class::isInstance)
                .map(item -> ((Interaction.ToolResult) item).envelope())
                .filter(envelope -> envelope.isOk())
                .map(envelope -> envelope.toJson().at("/result/value").text())
                .toList();
        assertThat(sheet).containsAll(known);
    }

    private static List<String> texts(List<ConversationEntry> path) {
        return path.stream().map(entry -> entry.toJson().text()).toList();
    }
}
