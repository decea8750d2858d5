package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.testkit.server.OpenAiChatScript;
import dev.plumbline.testkit.server.ScriptedServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The chat as a person has it: a process of its own at a pseudo-terminal, and a scripted server on 127.0.0.1. */
@Tag("external")
class ChatAtTerminalTest {
    private static final String PROMPT = "> ";
    private static final Map<String, ?> WALL =
            Map.of("from", Map.of("x", 0, "y", 0), "direction", "EAST", "length", 8000);

    @TempDir
    private Path home;

    private final ScriptedServer server = ScriptedServer.openAiChat();

    @BeforeEach
    void aTerminal() {
        Assumptions.assumeTrue(PseudoTerminal.isThere(), "SKIPPED: no pseudo-terminal; install the package util-linux");
    }

    @AfterEach
    void close() {
        server.close();
    }

    private PseudoTerminal chat(String... more) throws IOException {
        String[] asked = {"chat", "--base-url", server.address().toString()};
        return PseudoTerminal.plumbline(
                home, Stream.concat(Arrays.stream(asked), Arrays.stream(more)).toArray(String[]::new));
    }

    @Test
    void words_areShown_andCostAndWhyArePrinted() throws Exception {
        server.otherwise(OpenAiChatScript.create().says("A house ", "has walls."));
        try (PseudoTerminal pty = chat()) {
            pty.say(PROMPT, "What is a house?");
            pty.awaits("A house has walls.");
            pty.say(PROMPT, "/why");
            pty.awaits("context");
            pty.say(PROMPT, "/cost");
            pty.awaits("tokens in");
            pty.say(PROMPT, "/nonsense");
            pty.awaits("unknown command; /help");
            pty.say(PROMPT, "/quit");
            assertThat(pty.exitCode()).isZero();
        }
    }

    @Test
    void tool_thatNeedsAYes_isAskedFor_andDraws() throws Exception {
        server.otherwise(OpenAiChatScript.create().callsTool("drawWall", WALL).says("Done."));
        Path drawing = home.resolve("plan.svg");
        try (PseudoTerminal pty = chat("--draw", drawing.toString(), "--ask", "*")) {
            pty.say(PROMPT, "Draw.");
            pty.awaits("Draw wall?");
            pty.awaits("8000");
            pty.awaits("1 Yes");
            pty.press("1");
            pty.awaits("\"ok\":true");
            pty.awaits("Done.");
            pty.say(PROMPT, "/quit");
            assertThat(pty.exitCode()).isZero();
        }
        assertThat(drawing).content().contains("class=\"wall\"");
    }

    @Test
    @Tag("C95")
    @Tag("C106")
    @Tag("C111")
    void escapeTwice_endsTheTurn_andTheChatGoesOn() throws Exception {
        server.stalls().otherwise(OpenAiChatScript.create().says("Here I am."));
        try (PseudoTerminal pty = chat()) {
            pty.say(PROMPT, "Are you there?");
            assertThat(server.awaitRequests(1, Duration.ofMinutes(1))).isTrue();
            pty.press(PseudoTerminal.ESCAPE + PseudoTerminal.ESCAPE);
            pty.awaits("cancelled");
            pty.say(PROMPT, "And now?");
            pty.awaits("Here I am.");
        }
    }

    @Test
    void branches_undoAndEdit_changeWhatIsSent() throws Exception {
        server.otherwise(OpenAiChatScript.create()
                .says("One.")
                .says("Two.")
                .says("Three.")
                .says("Four."));
        try (PseudoTerminal pty = chat()) {
            pty.say(PROMPT, "first");
            pty.awaits("One.");
            pty.say(PROMPT, "/fork side");
            pty.say("side> ", "second");
            pty.awaits("Two.");
            pty.say("side> ", "/branches");
            pty.awaits("main, 2 entries");
            pty.awaits("* side, 4 entries");
            pty.say("side> ", "/undo");
            pty.awaits("taken back");
            pty.say("side> ", "/edit changed");
            pty.awaits("Three.");
            pty.say("side> ", "/branches main");
            pty.say(PROMPT, "on main");
            pty.awaits("Four.");
        }
        assertThat(server.requests().get(2).text()).contains("changed").doesNotContain("first", "second");
        assertThat(server.requests().get(3).text()).contains("first", "on main").doesNotContain("second", "changed");
    }

    @Test
    void killedInTheMiddle_resumesWhereItWas() throws Exception {
        server.answers(OpenAiChatScript.create().says("One.").stream(true)).stalls();
        try (PseudoTerminal pty = chat()) {
            pty.say(PROMPT, "first");
            pty.awaits("One.");
            pty.say(PROMPT, "second");
            assertThat(server.awaitRequests(2, Duration.ofMinutes(1))).isTrue();
            pty.kill();
        }
        server.otherwise(OpenAiChatScript.create().says("Two."));
        try (PseudoTerminal pty = chat("--resume")) {
            pty.awaits("you: first");
            pty.awaits("One.");
            pty.awaits("you: second");
            pty.say(PROMPT, "/continue");
            pty.awaits("Two.");
        }
        assertThat(server.requests().get(2).text()).contains("first", "One.", "second");
    }

    @Test
    @DisplayName("N20 a program that is killed leaves nothing in the temporary folder")
    void n20_killed_leavesNoTemporaryFile() throws Exception {
        server.stalls();
        try (PseudoTerminal pty = chat()) {
            pty.say(PROMPT, "Are you there?");
            assertThat(server.awaitRequests(1, Duration.ofMinutes(1))).isTrue();
            pty.kill();
        }
        assertThat(home.resolve("tmp")).isEmptyDirectory();
    }

    @Test
    @DisplayName("N20 a batch whose output is no terminal leaves nothing there either")
    void n20_killedBatch_leavesNoTemporaryFile() throws Exception {
        server.stalls();
        Path temporary = Files.createDirectories(home.resolve("tmp"));
        Path in = home.resolve("in");
        Files.writeString(in, AiBody.of("Are you there?").toJson().text() + "\n");
        Process batch = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Djava.io.tmpdir=" + temporary,
                        "-cp",
                        System.getProperty("java.class.path"),
                        Plumbline.class.getName(),
                        "batch",
                        "--base-url",
                        server.address().toString(),
                        in.toString(),
                        home.resolve("out").toString())
                .redirectErrorStream(true)
                .redirectOutput(home.resolve("shown").toFile())
                .start();
        try {
            assertThat(server.awaitRequests(1, Duration.ofMinutes(1)))
                    .as(Files.readString(home.resolve("shown")))
                    .isTrue();
        } finally {
            batch.destroyForcibly().waitFor();
        }
        assertThat(temporary).isEmptyDirectory();
    }

    @Test
    void modelThatSendsControlCharacters_isShown_notObeyed() throws Exception {
        server.otherwise(OpenAiChatScript.create().says("red \u001b[31m alert"));
        try (PseudoTerminal pty = chat()) {
            pty.say(PROMPT, "Go.");
            pty.awaits("red \uFFFD[31m alert");
        }
    }

    @Test
    void withoutAModel_saysWhatToGive() throws Exception {
        try (PseudoTerminal pty = PseudoTerminal.plumbline(home, "chat")) {
            pty.awaits("or --base-url");
            assertThat(pty.exitCode()).isEqualTo(2);
        }
        assertThat(Files.exists(home.resolve("nothing"))).isFalse();
    }
}
