package dev.plumbline.integration.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.event.AiError;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.Tool;
import dev.plumbline.tools.ToolLimits;
import dev.plumbline.ui.HostApplication;
import dev.plumbline.ui.Question;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ToolsDocTest {
    @Test
    @DisplayName("61 11 the page has every attribute of @Tool, and beside it the method of AiTool that says the same")
    void n61_11_pageHasEveryAttribute() throws IOException {
        String page = Files.readString(Path.of("../../docs/tools.md"));
        Map<String, String> rows = Pattern.compile("(?m)^\\| `(\\w+)` \\| (.+?) \\|")
                .matcher(page.substring(page.indexOf("| `@Tool(…)` |"), page.indexOf("`withPreview` and")))
                .results()
                .collect(Collectors.toMap(row -> row.group(1), row -> row.group(2)));
        assertThat(rows.keySet())
                .containsExactlyInAnyOrderElementsOf(Stream.of(Tool.class.getDeclaredMethods())
                        .map(Method::getName)
                        .toList());
        Set<String> methods =
                Stream.of(AiTool.class.getMethods()).map(Method::getName).collect(Collectors.toSet());
        assertThat(rows.values())
                .filteredOn(each -> each.startsWith("`"))
                .hasSizeGreaterThan(10)
                .allSatisfy(each -> assertThat(methods).contains(each.substring(1, each.indexOf('('))));
    }

    private static final AiBody DRAW =
            AiBody.builder().addUser("Draw.").toolFilter("*").build();

    @Test
    void editsOfATurn_areOneStepOfUndo() {
        ToolsExamples.Drawing drawing = new ToolsExamples.Drawing();
        ScriptedProvider model = ScriptedProvider.create();
        for (int i = 1; i <= 3; i++) {
            model.callsTool("drawWall", Map.of("x1", 0, "y1", 0, "x2", i, "y2", 0));
        }
        model.says("Done.");
        try (AiRuntime ai = ToolsExamples.drawing(model, HostApplication.of(Runnable::run, () -> false), drawing)) {
            ai.send(DRAW).orThrow();
        }
        assertThat(drawing.walls).hasSize(3);
        drawing.undo.undo();
        assertThat(drawing.walls).isEmpty();
        assertThat(drawing.undo.canUndo()).isFalse();
        drawing.undo.redo();
        assertThat(drawing.walls).hasSize(3);
    }

    @Test
    @DisplayName("A27 the limits of the page are those of a runtime that runs")
    void a27_limits_areThoseOfThePage() {
        ScriptedProvider model = ScriptedProvider.create()
                .callsTool("area", Map.of("width", 2, "height", 3))
                .says("Six.");
        try (AiRuntime ai = ToolsExamples.withLimits(model, List.of(ToolsExamples.area()))) {
            AiReturn ret = ai.send(DRAW).orThrow();
            assertThat(ret.toolResults())
                    .hasSize(1)
                    .allMatch(result -> result.envelope().isOk());
        }
    }

    @Test
    @DisplayName("F22 the defaults of the limits on the page are those of the code")
    void f22_defaults_areThoseOfTheCode() throws IOException {
        SessionOptions.Budget turn = SessionOptions.Budget.ofDefaults();
        ToolLimits tools = ToolLimits.ofDefaults();
        assertThat(Files.readString(Path.of("../../docs/tools.md")))
                .contains(
                        "| tools at the same time in the pool | " + tools.maxConcurrent() + " |",
                        "| tools that continue after cancellation | " + tools.maxAbandoned() + " ",
                        "| rounds of a turn | " + turn.rounds() + " ",
                        "| calls of a round, of a turn | " + turn.toolCallsPerRound() + ", " + turn.toolCalls() + " |",
                        String.format(
                                Locale.ROOT,
                                "| calls of the model, tokens, bytes, time of a turn | %d, %,d, %d MiB, %d minutes |",
                                turn.providerCalls(),
                                turn.tokens(),
                                turn.bytes() >> 20,
                                turn.time().toMinutes()));
    }

    @Test
    void editOfThePersonInBetween_splitsTheStep() {
        ToolsExamples.Drawing drawing = new ToolsExamples.Drawing();
        drawing.undo.addEdit(new ToolsExamples.TurnEdit("t1", drawing.added(drawing.add(0, 0, 1, 0))));
        drawing.undo.addEdit(drawing.added(drawing.add(0, 0, 2, 0)));
        drawing.undo.addEdit(new ToolsExamples.TurnEdit("t1", drawing.added(drawing.add(0, 0, 3, 0))));
        drawing.undo.addEdit(new ToolsExamples.TurnEdit("t2", drawing.added(drawing.add(0, 0, 4, 0))));
        for (int left = 3; left >= 0; left--) {
            drawing.undo.undo();
            assertThat(drawing.walls).hasSize(left);
        }
    }

    @Test
    @DisplayName(
            "N11 a transaction begins with the first edit of a turn, also one that fails or is stopped, and ends with it")
    void n11_transaction_isThatOfATurnThatEdits() {
        ToolsExamples.Drawing drawing = new ToolsExamples.Drawing();
        Map<String, Object> wall = Map.of("x1", 0, "y1", 0, "x2", 1, "y2", 0);
        ScriptedProvider model = ScriptedProvider.create()
                .callsTool("countWalls", Map.of())
                .says("There is none.")
                .callsTool("drawWall", wall)
                .callsTool("drawWall", wall)
                .says("There they are.")
                .callsTool("drawWall", wall)
                .fails(AiError.Category.AUTHENTICATION)
                .callsTool("drawWall", wall)
                .blocksUntilCancelled("There");
        AiRuntime ai = ToolsExamples.editing(model, HostApplication.of(Runnable::run, () -> false), drawing);
        assertThat(ai.send(DRAW).status()).isEqualTo(AiReturn.Status.COMPLETED);
        assertThat(drawing.begun).isZero();
        assertThat(ai.send(DRAW).status()).isEqualTo(AiReturn.Status.COMPLETED);
        assertThat(drawing.begun).isOne();
        assertThat(ai.send(DRAW).status()).isEqualTo(AiReturn.Status.FAILED);
        ConversationSession session = ai.session(DRAW);
        CompletableFuture<AiReturn> stopped = session.sendAsync("Go on.");
        Await.until(() -> model.left() == 0, () -> "the model is not asked");
        session.cancel("Stop");
        assertThat(stopped.join().status()).isEqualTo(AiReturn.Status.CANCELLED);
        ai.close();
        assertThat(ai.awaitClosed(Duration.ofMinutes(1))).isTrue();
        assertThat(drawing.begun).isEqualTo(3);
        assertThat(drawing.open).isZero();
    }

    @Test
    void dangerousTool_runsAfterAYesAndNotWhenTheDrawingChangedMeanwhile() {
        for (boolean changes : List.of(false, true)) {
            ToolsExamples.Drawing drawing = new ToolsExamples.Drawing();
            drawing.add(0, 0, 1, 1);
            ScriptedProvider model = ScriptedProvider.create()
                    .callsTool("deleteWall", Map.of("id", "w1"))
                    .says("Done.");
            try (AiRuntime ai = ToolsExamples.careful(model, drawing, question -> {
                if (changes) {
                    drawing.add(0, 0, 2, 2);
                }
                question.answer(question.options().get(0));
            })) {
                AiReturn ret = ai.send(DRAW);
                Interaction.ToolResult result = ToolsExamples.results(ret).get(0);
                assertThat(result.envelope().isOk()).isEqualTo(!changes);
            }
            assertThat(drawing.walls).hasSize(changes ? 2 : 0);
        }
    }

    @Test
    @DisplayName("C1 a No has a reason, which the model reads behind the refused call")
    void c1_reasonOfANo_isRead() throws Exception {
        ToolsExamples.Drawing drawing = new ToolsExamples.Drawing();
        drawing.add(0, 0, 1, 1);
        ScriptedProvider model = ScriptedProvider.create()
                .callsTool("deleteWall", Map.of("id", "w1"))
                .says("I leave it.");
        CompletableFuture<Question> asked = new CompletableFuture<>();
        try (AiRuntime ai = ToolsExamples.careful(model, drawing, asked::complete)) {
            ConversationSession session =
                    ai.session(AiBody.builder().toolFilter("*").build());
            CompletableFuture<AiReturn> turn = session.sendAsync("Delete it.");
            assertThat(ToolsExamples.refuse(session, asked.get(), "It carries the roof."))
                    .isTrue();
            assertThat(turn.get().text()).isEqualTo("I leave it.");
        }
        assertThat(drawing.walls).hasSize(1);
        List<Interaction> read = model.calls().get(1).effective();
        assertThat(read.get(read.size() - 2)).isInstanceOf(Interaction.ToolResult.class);
        assertThat(read.get(read.size() - 1).toJson().text()).contains("It carries the roof.");
    }

    @Test
    void pureTool_runsOnce() {
        ScriptedProvider model = ScriptedProvider.create()
                .callsTool("area", Map.of("width", 2, "height", 3))
                .callsTool("area", Map.of("width", 2, "height", 3))
                .says("6");
        try (AiRuntime ai = ToolsExamples.limited(model, List.of(ToolsExamples.area()))) {
            assertThat(ai.send(DRAW).toolResults())
                    .extracting(r -> r.envelope().result().get("value").asInt())
                    .containsExactly(6, 6);
        }
    }

    @Test
    @Tag("parts")
    void m6_toolsAndPolicies_askAPerson() {
        ScriptedProvider model =
                ScriptedProvider.create().callsTool("addWindow", Map.of()).says("Added.");
        AiBody body = AiBody.builder().toolFilter("*").addUser("A window.").build();
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(model)
                .addTools(new ToolsExamples.WindowTools())
                .addPolicy("asks-before-sending", ToolsExamples.ASKS_BEFORE_SENDING)
                .questionHandler(question -> question.answer(question.options().get(0)))
                .build()) {
            assertThat(ai.send(body).text()).isEqualTo("Added.");
            assertThat(model.calls().get(1).effective().get(2).toJson().text()).contains("oak, 1.2 m");
        }
        try (AiRuntime headless = AiRuntime.builder()
                .addProvider(model)
                .addPolicy("asks-before-sending", ToolsExamples.ASKS_BEFORE_SENDING)
                .build()) {
            assertThat(headless.send("Hello?").error().orElseThrow().code()).isEqualTo("not-sent");
        }
    }
}
