package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.ContentOrigin;
import dev.plumbline.call.Cancellation;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.TelemetryObserver;
import dev.plumbline.internal.Words;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.ui.InputRequest;
import dev.plumbline.ui.Question;
import dev.plumbline.ui.Question.CallRisk;
import dev.plumbline.ui.internal.PartLines;
import dev.plumbline.ui.internal.UserPrompter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.jline.terminal.Terminal;
import org.jline.terminal.impl.DumbTerminal;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the terminal shows when the user is asked. */
class QuestionPromptTest {
    private static final Question.Option YES = new Question.Option("approve", "Yes");
    private static final Question.Option NO = new Question.Option("deny", "No");
    private static final Question.Part ROW = Question.Part.of(ContentOrigin.HOST, "path", "\"/etc\"");

    private static final List<Question.Part> DETAILS =
            List.of(Question.Part.of(ContentOrigin.HOST, "path (string, 4 characters)", "\"/etc\""));

    private static final CallRisk RISK =
            new CallRisk(CallRisk.Effect.DESTRUCTIVE, false, Optional.empty(), Optional.empty(), Optional.empty());

    private final ByteArrayOutputStream screen = new ByteArrayOutputStream();
    private final VirtualClock clock = VirtualClock.create();

    private CommandConsole console(String type) throws Exception {
        Terminal terminal =
                new DumbTerminal("test", type, new ByteArrayInputStream(new byte[0]), screen, StandardCharsets.UTF_8);
        return new CommandConsole(terminal);
    }

    private String screen() {
        return screen.toString(StandardCharsets.UTF_8);
    }

    private CompletableFuture<UserPrompter.Reply> ask(QuestionPrompt asking, Question.Part... more) throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        UserPrompter person = new UserPrompter(
                Optional.of(question -> {
                    asking.accept(question);
                    asked.countDown();
                }),
                Runnable::run,
                clock);
        List<Question.Part> parts = new ArrayList<>(List.of(Question.Part.host("Removes or overwrites."), ROW));
        parts.addAll(List.of(more));
        UserPrompter.QuestionText wording = new UserPrompter.QuestionText(
                "Wipe?", parts, DETAILS, List.of(YES), List.of(NO), NO, Optional.of(RISK), value -> Optional.empty());
        UserPrompter.QuestionContext occasion = new UserPrompter.QuestionContext(
                "wipe",
                CallIds.NONE,
                Optional.empty(),
                Cancellation.create(clock),
                Words.english(),
                question -> {},
                thrown -> {});
        CompletableFuture<UserPrompter.Reply> reply =
                CompletableFuture.supplyAsync(() -> person.ask(wording, occasion, Duration.ofMinutes(1)));
        asked.await();
        return reply;
    }

    @Test
    @Tag("S5")
    @DisplayName("S5 the terminal shows every line of a question, and all of it on request")
    void question_isShownLineByLine_andWholeOnRequest() throws Exception {
        try (CommandConsole console = console("ansi")) {
            QuestionPrompt asking = new QuestionPrompt(console);
            CompletableFuture<UserPrompter.Reply> reply =
                    ask(asking, Question.Part.of(ContentOrigin.MCP, "files wrote", "all of it\n" + "x".repeat(600)));
            asking.show();
            assertThat(screen().lines())
                    .containsExactly(
                            "  Wipe?",
                            "  Removes or overwrites.",
                            "      path: \"/etc\"",
                            "  files wrote: 610 characters, to be opened",
                            "    1 Yes",
                            "    2 No",
                            "    a Show all, before you agree",
                            "    d Details");
            asking.pressed('d');
            assertThat(screen().lines()).contains("      path (string, 4 characters): \"/etc\"");
            asking.pressed('1');
            assertThat(reply).isNotDone();
            asking.pressed('a');
            assertThat(screen().lines()).contains("  files wrote:", "    | all of it");
            asking.pressed('1');
            assertThat(reply.get().option()).isEqualTo(YES);
        }
    }

    @Test
    @DisplayName("S5 where nothing was left out there is nothing more to show")
    void showAll_withoutDetails_isNotOffered() throws Exception {
        try (CommandConsole console = console("ansi")) {
            QuestionPrompt asking = new QuestionPrompt(console);
            CompletableFuture<UserPrompter.Reply> reply = ask(asking);
            asking.show();
            asking.pressed('a');
            assertThat(screen()).doesNotContain("Show all");
            asking.pressed('2');
            assertThat(reply.get().option()).isEqualTo(NO);
        }
    }

    @Test
    @DisplayName("S5 where there are no keys the lines are shown all the same, and the answer is no")
    void question_withoutKeys_isShownAndDenied() throws Exception {
        try (CommandConsole console = console(Terminal.TYPE_DUMB)) {
            CompletableFuture<UserPrompter.Reply> reply = ask(new QuestionPrompt(console));
            assertThat(reply.get().option()).isEqualTo(NO);
            assertThat(screen())
                    .contains(PartLines.of(ROW, Words.english()).strip(), "no keyboard, so the answer is: No");
        }
    }

    @Test
    void m6_value_isTyped_andRefusedUntilItFits() throws Exception {
        QuestionPrompt asking = new QuestionPrompt(console("xterm"));
        CountDownLatch asked = new CountDownLatch(1);
        UserPrompter person = new UserPrompter(
                Optional.of(question -> {
                    asking.accept(question);
                    asked.countDown();
                }),
                Runnable::run,
                clock);
        CompletableFuture<InputRequest.Reply<Double>> reply = CompletableFuture.supplyAsync(() -> person.ask(
                InputRequest.number("How many metres?", 0, 10),
                new UserPrompter.QuestionContext(
                        "measure",
                        CallIds.NONE,
                        Optional.empty(),
                        Cancellation.create(),
                        Words.english(),
                        shown -> {},
                        thrown -> {}),
                TelemetryObserver.NONE));
        asked.await();
        asking.show();
        "11\r4x\u007f\r".chars().forEach(asking::pressed);

        assertThat(reply.join().orThrow()).isEqualTo(4.0);
        assertThat(screen()).contains("How many metres?", "press Enter", "from 0.0 to 10.0");
    }
}
