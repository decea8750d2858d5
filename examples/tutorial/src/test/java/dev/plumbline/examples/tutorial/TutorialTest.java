package dev.plumbline.examples.tutorial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.event.AiError;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.testkit.ScriptedProvider;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each step of docs/tutorial.md, run as a person would. Pictures are in {@code target/tutorial}. */
class TutorialTest {
    private static final Map<String, Object> CIRCLE = Map.of("x", 100, "y", 100, "radius", 40, "colour", "#3366cc");
    private static final Map<String, Object> SKETCH =
            Map.of("sketch", Map.of("kind", "CIRCLE", "x", 60, "y", 60, "width", 80, "colour", "#3366cc"));

    @Test
    void step01_showsOneAnswer() throws Exception {
        ScriptedProvider model = ScriptedProvider.create().says("Warm ones.").fails(AiError.Category.AUTHENTICATION);
        try (OpenProgram program = new OpenProgram(new Step01(model))) {
            program.asks("Which colours fit a sunset?");
            program.shows("Warm ones.");
            program.asks("And the sea?");
            program.shows("key");
        }
    }

    @Test
    void step02_showsTextAsItArrives_andStops() throws Exception {
        ScriptedProvider model =
                ScriptedProvider.create().says("Warm ", "ones.").blocksUntilCancelled("Blue, ");
        try (OpenProgram program = new OpenProgram(new Step02(model))) {
            program.asks("Which colours fit a sunset?");
            program.shows("Warm ones.");
            program.asks("And the sea?");
            program.shows("Blue, ");
            program.presses("Stop");
            program.shows("ancel");
        }
    }

    @Test
    @DisplayName("N11 a question that is asked while an answer streams waits for its end")
    void n11_step02_secondQuestion_waits() throws Exception {
        ScriptedProvider model =
                ScriptedProvider.create().blocksUntilCancelled("Blue, ").says("Warm ", "ones.");
        try (OpenProgram program = new OpenProgram(new Step02(model))) {
            program.asks("Which colours fit the sea?");
            program.shows("Blue, ");
            program.asks("And a sunset?");
            program.presses("Stop");
            program.shows("Warm ones.");
        }
    }

    @Test
    void step03_draws() throws Exception {
        ScriptedProvider model =
                ScriptedProvider.create().callsTool("drawCircle", CIRCLE).says("Drawn.");
        try (OpenProgram program = new OpenProgram(new Step03(model))) {
            program.asks("A blue circle.");
            program.shows("Drawn.");
            assertThat(program.drawing.shapes())
                    .containsExactly(new Shape("s1", Shape.Kind.CIRCLE, 60, 60, 80, 80, "#3366cc"));
            program.picture("step03");
        }
    }

    @Test
    void step04_tellsTheModelWhatIsWrong() throws Exception {
        ScriptedProvider model = ScriptedProvider.create()
                .callsTool(
                        "draw",
                        Map.of(
                                "sketch",
                                Map.of("kind", "RECTANGLE", "x", 0, "y", 0, "width", 500, "colour", "#ff0000")))
                .callsTool(
                        "draw",
                        Map.of("sketch", Map.of("kind", "RECTANGLE", "x", 0, "y", 0, "width", 300, "colour", "red")))
                .callsTool(
                        "draw",
                        Map.of(
                                "sketch",
                                Map.of("kind", "RECTANGLE", "x", 0, "y", 0, "width", 300, "colour", "#ff0000")))
                .callsTool("shapes", Map.of())
                .says("Drawn.");
        try (OpenProgram program = new OpenProgram(new Step04(model))) {
            program.asks("A red square.");
            program.shows("Drawn.");
            assertThat(program.drawing.shapes()).hasSize(1);
            assertThat(sent(model)).contains("does not fit on it", "six hexadecimal digits", "\"height\":300");
        }
    }

    @Test
    void step05_sendsTheDrawing() throws Exception {
        ScriptedProvider model = ScriptedProvider.create().says("Empty.").says("A shape.");
        try (OpenProgram program = new OpenProgram(new Step05(model))) {
            program.asks("What is on the paper?");
            program.shows("Empty.");
            OpenProgram.onUi(() -> {
                program.drawing.add(new Shape("s1", Shape.Kind.CIRCLE, 1, 2, 3, 4, "#123456"));
                return "";
            });
            program.asks("And now?");
            program.shows("A shape.");
            assertThat(sent(model)).contains("400 x 300 pixels", "#123456");
        }
    }

    @Test
    void step06_undoesATurnAtOnce() throws Exception {
        ScriptedProvider model = ScriptedProvider.create()
                .callsTool("draw", SKETCH)
                .nextRound()
                .callsTool("move", Map.of("id", "s1", "right", 10, "down", 0))
                .says("Moved.");
        try (OpenProgram program = new OpenProgram(new Step06(model))) {
            program.asks("A circle, a little to the right.");
            program.shows("Moved.");
            assertThat(program.drawing.shapes()).extracting(Shape::x).containsExactly(70);
            program.presses("Undo");
            assertThat(program.drawing.shapes()).isEmpty();
            assertThat(program.drawing.undo().canUndo()).isFalse();
        }
    }

    @Test
    void step07_asksBeforeItDeletes() throws Exception {
        ScriptedProvider model = ScriptedProvider.create()
                .callsTool("draw", SKETCH)
                .nextRound()
                .callsTool("delete", Map.of("id", "s1"))
                .says("Not deleted.");
        try (OpenProgram program =
                new OpenProgram(new Step07(model, question -> question.answer(question.fallback())))) {
            program.asks("A circle. Delete it.");
            program.shows("Not deleted.");
            assertThat(program.drawing.shapes()).hasSize(1);
            assertThat(sent(model)).contains("DENIED");
        }
    }

    @Test
    void step08_usesAnObject() throws Exception {
        ScriptedProvider model = ScriptedProvider.create().says("{\"paper\":\"#ffeecc\",\"reason\":\"It is warm.\"}");
        try (OpenProgram program = new OpenProgram(new Step08(model))) {
            program.presses("Suggest a paper");
            program.awaits(() -> program.drawing.paper().equals("#ffeecc"), "the paper is still white");
            assertThat(model.calls().get(0).tools()).isEmpty();
        }
    }

    @Test
    void step09_showsTheConversation_andItsQuestions() throws Exception {
        ScriptedProvider model = ScriptedProvider.create()
                .callsTool("draw", SKETCH)
                .nextRound()
                .callsTool("delete", Map.of("id", "s1"))
                .says("Deleted.");
        try (OpenProgram program = new OpenProgram(new Step09(model))) {
            program.sends("A circle. Delete it.");
            program.shows("A circle. Delete it.");
            program.offers("Yes");
            program.picture("step09");
            program.presses("Yes");
            program.shows("Deleted.");
            assertThat(program.drawing.shapes()).isEmpty();
        }
    }

    @Test
    void step10_callsTheServiceWithTheTypedKey() throws Exception {
        ScriptedProvider model = ScriptedProvider.create().says("Hello.");
        StringBuilder seen = new StringBuilder();
        Step10 plugin = new Step10(secret -> {
            seen.append(secret.reveal().length);
            return model;
        });
        try (OpenProgram program = new OpenProgram(plugin)) {
            program.asks("my key"); // the first field
            program.sends("Hi");
            program.shows("Hello.");
            assertThat(seen.toString()).isEqualTo("0"); // nothing was typed when the program began
            assertThat(program.text()).doesNotContain("CONFIGURATION");
        }
    }

    @Test
    void step11_goesOnAfterARestart(@TempDir Path folder) throws Exception {
        try (OpenProgram program =
                new OpenProgram(new Step11(ScriptedProvider.create().says("Hello."), folder))) {
            program.sends("My name is Ada.");
            program.shows("Hello.");
        }
        ScriptedProvider model = ScriptedProvider.create().says("Ada.");
        try (OpenProgram program = new OpenProgram(new Step11(model, folder))) {
            program.shows("My name is Ada.");
            program.sends("What is my name?");
            program.shows("What is my name?");
            program.awaits(() -> model.left() == 0, "the model was not asked");
            assertThat(sent(model)).contains("My name is Ada.");
        }
    }

    @Test
    void n11_step11_skipsAConversationInWhichNothingWasSaid(@TempDir Path folder) throws Exception {
        try (OpenProgram program =
                new OpenProgram(new Step11(ScriptedProvider.create().says("Hello."), folder))) {
            program.sends("My name is Ada.");
            program.shows("Hello.");
        }
        try (AiRuntime other = AiRuntime.builder()
                .addProvider(ScriptedProvider.create())
                .journal(folder)
                .build()) {
            other.session(AiBody.builder().addSystem("You draw with the tools.").build());
        }
        try (OpenProgram program = new OpenProgram(new Step11(ScriptedProvider.create(), folder))) {
            program.shows("My name is Ada.");
        }
    }

    @Test
    void n11_step11_beginsAnotherConversation_whileTheNewestIsOpen(@TempDir Path folder) throws Exception {
        try (OpenProgram first =
                new OpenProgram(new Step11(ScriptedProvider.create().says("Hello."), folder))) {
            first.sends("My name is Ada.");
            first.shows("Hello.");
            try (OpenProgram second =
                    new OpenProgram(new Step11(ScriptedProvider.create().says("Welcome."), folder))) {
                second.sends("Hi");
                second.shows("Welcome.");
                assertThat(second.text()).doesNotContain("My name is Ada.");
            }
        }
    }

    /** Returns everything that the last call sent, as text. */
    private static String sent(ScriptedProvider model) {
        List<?> calls = model.calls();
        return model.calls().get(calls.size() - 1).effective().stream()
                .map(interaction -> interaction.toJson().text())
                .reduce("", String::concat);
    }
}
