package dev.plumbline.examples.tutorial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.testkit.ScriptedProvider;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Step 12: a test without a model. The script says what the model says. */
class Step12Test {
    @Test
    void circleOutsideOfThePaper_isCorrected() {
        ScriptedProvider model = ScriptedProvider.create()
                .callsTool(
                        "draw",
                        Map.of("sketch", Map.of("kind", "CIRCLE", "x", 390, "y", 10, "width", 50, "colour", "#ff0000")))
                .nextRound() // when the model has seen the refusal
                .callsTool(
                        "draw",
                        Map.of("sketch", Map.of("kind", "CIRCLE", "x", 340, "y", 10, "width", 50, "colour", "#ff0000")))
                .says("There it is.");
        Drawing drawing = new Drawing();
        try (AiRuntime ai = AiRuntime.of(model)) { // without a host, tools run in the pool
            AiBody body = AiBody.builder().addSystem("You draw with the tools.").build();
            String answer = ai.session(
                            body, SessionOptions.none(), own -> own.addTools(new Step04.CheckedTools(drawing)))
                    .send("A red circle at the right edge.")
                    .text();
            assertThat(answer).isEqualTo("There it is.");
        }
        assertThat(drawing.shapes()).extracting(Shape::x).containsExactly(340);
        model.expectPlayed(); // the script was used up
    }
}
