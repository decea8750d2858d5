package dev.plumbline.examples.toolkits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.tool.Tool;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PipedReader;
import java.io.PipedWriter;
import java.io.PrintStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The programs of docs/streaming.md: the windows run on a screen in memory, each in a process of its own. */
@Tag("external")
class ToolkitsTest {
    private static final int MOST_MINUTES = 4;

    @TempDir
    Path folder;

    @Test
    @Tag("N11")
    @DisplayName("N2 JavaFX shows text as it arrives, on its thread, and stops; a second question waits")
    void n2_javaFx_streamsAndStops() throws Exception {
        assertStreams(probe(FxProbe.class));
    }

    @Test
    @DisplayName("N2 SWT shows text as it arrives, on its thread, and stops; a second question waits")
    void n2_swt_streamsAndStops() throws Exception {
        assertStreams(probe(SwtProbe.class));
    }

    @Test
    @DisplayName("D9 JavaFX shows what the panel of Swing shows: Markdown, a question, what goes on")
    void d9_javaFx_showsAConversation() throws Exception {
        assertConversation(probe(FxChatProbe.class));
    }

    @Test
    @DisplayName("D9 SWT shows what the panel of Swing shows: Markdown, a question, what goes on")
    void d9_swt_showsAConversation() throws Exception {
        assertConversation(probe(SwtChatProbe.class));
    }

    private static void assertConversation(List<String> shown) {
        assertThat(shown)
                .singleElement()
                .satisfies(line -> assertThat(line)
                        .contains("You|" + ChatScript.QUESTION, "✓ delete wall", "Done|The ", "wall|state|1|gone")
                        .doesNotContain("**", "|---", "Yes"));
    }

    private static void assertStreams(List<String> shown) {
        assertThat(shown).noneMatch(line -> line.startsWith("false"));
        assertThat(shown)
                .contains("true It is ", "Cancelled.") // on a line of its own
                .endsWith("true A weight on a line.");
    }

    private List<String> probe(Class<?> program) throws Exception {
        Path screen = Path.of("/usr/bin/xvfb-run");
        assumeTrue(
                Files.isExecutable(screen),
                "NOT TRIED: the windows of docs/streaming.md. apt-get install --no-install-recommends xvfb");
        File out = folder.resolve("out").toFile();
        File err = folder.resolve("err").toFile();
        Process process = new ProcessBuilder(
                        screen.toString(),
                        "-a",
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Dprism.order=sw",
                        "-cp",
                        System.getProperty("java.class.path"),
                        program.getName())
                .redirectOutput(out)
                .redirectError(err)
                .start();
        boolean ended = process.waitFor(MOST_MINUTES, TimeUnit.MINUTES);
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        String shown = Files.readString(out.toPath());
        assertThat(ended).as("%s%n%s", shown, Files.readString(err.toPath())).isTrue();
        assertThat(process.exitValue())
                .as("%s%n%s", shown, Files.readString(err.toPath()))
                .isZero();
        return shown.lines().toList();
    }

    @Test
    @DisplayName("N2 a terminal shows text as it arrives")
    void n2_terminal_printsTheAnswers() throws Exception {
        ScriptedProvider model =
                ScriptedProvider.create().says("A weight ", "on a line.").says("Lead.");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        BufferedReader lines = new BufferedReader(new StringReader("What is a plumb line?\nOf what?\n"));
        TerminalAsk.talk(
                AiRuntime.builder().addProvider(model), lines, new PrintStream(out, true, StandardCharsets.UTF_8));
        assertThat(out.toString(StandardCharsets.UTF_8).lines()).containsExactly("A weight on a line.", "Lead.");
    }

    @Test
    @DisplayName("N2 an empty line stops the answer of a terminal")
    void n2_terminal_stopsAtAnEmptyLine() throws Exception {
        ScriptedProvider model = ScriptedProvider.create().blocksUntilCancelled("It is ");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        BufferedReader lines = new BufferedReader(new StringReader("What is it?\n\n"));
        TerminalAsk.talk(
                AiRuntime.builder().addProvider(model), lines, new PrintStream(out, true, StandardCharsets.UTF_8));
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("ancel");
    }

    static final class Walls {
        private final List<String> deleted = new CopyOnWriteArrayList<>();

        @Tool(value = "Deletes a wall.", destructive = true)
        void deleteWall(String id) {
            deleted.add(id);
        }
    }

    @Test
    @DisplayName("N11 a terminal gives the line that is typed to the question that is open")
    void n11_terminal_asks() throws Exception {
        Walls walls = new Walls();
        ScriptedProvider model = ScriptedProvider.create()
                .callsTool("deleteWall", Map.of("id", "w1"))
                .says("It is gone.");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PipedWriter typing = new PipedWriter();
        BufferedReader lines = new BufferedReader(new PipedReader(typing));
        CompletableFuture<Void> person = CompletableFuture.runAsync(() -> {
            try (typing) {
                typing.write("Delete it\n");
                typing.flush();
                awaitShown(out, "  1 Yes", 1);
                typing.write("perhaps\n");
                typing.flush();
                awaitShown(out, "  1 Yes", 2);
                typing.write("1\n");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        AiRuntime.Builder builder = AiRuntime.builder().addProvider(model).addTools(walls);
        TerminalAsk.talk(builder, lines, new PrintStream(out, true, StandardCharsets.UTF_8));
        person.join();
        assertThat(walls.deleted).containsExactly("w1");
        assertThat(out.toString(StandardCharsets.UTF_8))
                .as("T14 the question names the tool")
                .contains("Delete wall: w1?")
                .endsWith("It is gone." + System.lineSeparator());
    }

    private static void awaitShown(ByteArrayOutputStream out, String text, int times) {
        Await.until(
                () -> out.toString(StandardCharsets.UTF_8).split(text, -1).length > times, () -> "not shown: " + text);
    }
}
