package dev.plumbline.examples.jedit;

import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.examples.uidriver.DesktopProgram;
import dev.plumbline.testkit.server.OpenAiChatScript;
import dev.plumbline.testkit.server.ScriptedServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** jEdit itself, in a screen of its own, with the plug-in as it is shipped, used by mouse and keys. */
@Tag("external")
class RunningJEditAcceptance {
    private static final String MAIN = "jEdit - .*";
    private static final String TEXT = "Dear Ann,\nthe kitchen is green.\nBob\n";

    private final Path folder = Path.of("target", "acceptance", "jedit").toAbsolutePath();

    @BeforeAll
    static void screen() throws IOException {
        Assumptions.assumeTrue(
                DesktopProgram.isPossible(),
                "SKIPPED: there is no screen here, so the running program was not tried: apt-get install xvfb openbox");
    }

    @Test
    @Tag("D4")
    void request_isInTheText_isOneStep_andEndsWithTheProgram() throws Exception {
        OpenAiChatScript script = OpenAiChatScript.create()
                .callsTool("read_lines", Map.of("first", 1, "last", 10))
                .nextRound()
                .callsTool("replace_lines", Map.of("first", 2, "last", 2, "text", "the kitchen is blue."))
                .callsTool("replace_lines", Map.of("first", 3, "last", 2, "text", "So is the bath."))
                .says("The kitchen is blue.");
        try (ScriptedServer server = ScriptedServer.openAiChat().otherwise(script);
                DesktopProgram jedit =
                        new DesktopProgram(folder, arguments(server.address().toString()))) {
            jedit.does("start", MAIN);
            jedit.does("menu", MAIN, "Plugins", "Ask AI");
            jedit.does("window", "Ask AI in jEdit");
            jedit.does("type", "message", "make it blue");
            jedit.does("press", "ENTER");
            jedit.number("says", "conversation", ".*✓ replace lines.*The kitchen is blue\\..*");
            jedit.does("shot", folder.resolve("written.png").toString());
            assertThat(saved(jedit, text -> text.contains("blue")))
                    .isEqualTo("Dear Ann,\nthe kitchen is blue.\nSo is the bath.\nBob\n");
            assertThat(server.requests().get(1).text()).contains("the kitchen is green");
            jedit.does("menu", MAIN, "Edit", "Undo");
            assertThat(saved(jedit, text -> text.contains("green"))).isEqualTo(TEXT);
            jedit.does("close", "Ask AI in jEdit");
            assertThat(jedit.threadsDownTo(0, "plumbline.*|HttpClient-.*|Failsafe.*"))
                    .as("threads when the window is closed")
                    .isEmpty();
            jedit.does("close", MAIN);
            assertThat(jedit.ended(60)).isTrue();
        }
    }

    /** Saves the text, and gives what is in the file when it is as wanted, or in the end. */
    private String saved(DesktopProgram jedit, Predicate<String> wanted) throws Exception {
        jedit.does("menu", MAIN, "File", "Save");
        for (int i = 0; i < 1800 && !wanted.test(text()); i++) {
            Thread.sleep(50);
        }
        return text();
    }

    private String text() throws IOException {
        return Files.readString(folder.resolve("letter.txt"));
    }

    /** What an earlier run left: a stored conversation would be opened again. */
    private void clear() throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    private List<String> arguments(String service) throws IOException {
        clear();
        Path settings = Files.createDirectories(folder.resolve("settings"));
        Path plugins = Files.createDirectories(settings.resolve("jars"));
        Files.copy(Path.of("target", "AskPlugin.jar"), plugins.resolve("AskPlugin.jar"), REPLACE_EXISTING);
        Files.writeString(
                settings.resolve("properties"), "plumbline.url=" + service + "\nfirstTime=false\ntip.show=false\n");
        Path letter = Files.writeString(folder.resolve("letter.txt"), TEXT);
        return List.of(
                "-Duser.home=" + folder,
                "-Duser.language=en",
                "-jar",
                "/usr/share/jedit/jedit.jar",
                "-settings=" + settings,
                "-noserver",
                "-nosplash",
                "-norestore",
                letter.toString());
    }
}
