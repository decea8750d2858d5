package dev.plumbline.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tools.ApprovalRules;
import dev.plumbline.ui.Question;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A person takes over in an approval while a typed answer is awaited. */
class TakenOverTest {
    record Nothing() {}

    record Wall(double length) {}

    @Test
    @DisplayName("F8 a typed question whose user takes over has no answer, and it is not called damaged")
    void f8_takenOver_isNoDamagedAnswer() {
        ScriptedProvider provider = ScriptedProvider.create();
        provider.callsTool("draw", Map.of());
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(provider)
                .addTools(AiTool.of("draw", "Draws.", Nothing.class, (none, context) -> 1))
                .approvals(ApprovalRules.builder().ask("*").build())
                .questionHandler(TakenOverTest::takeOver)
                .build()) {
            AiError error = catchThrowableOfType(AiException.class, () -> ai.send("Draw a wall.", Wall.class))
                    .error();

            assertThat(error.code()).isEqualTo("taken-over");
            assertThat(error.userMessage()).isEqualTo("You have taken over, so there is no answer.");
        }
    }

    private static void takeOver(Question question) {
        question.options().stream()
                .filter(option -> option.id().equals("take-over"))
                .forEach(question::answer);
    }
}
