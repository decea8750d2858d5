package dev.plumbline.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.testkit.ScriptedProvider;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A typed answer that does not fit says where, what is allowed there, and what the answer was. */
class TypedAnswerFailureTest {
    enum Floor {
        GROUND,
        FIRST
    }

    record Place(Floor floor, int width) {}

    sealed interface Shape permits Circle, Box {}

    record Circle(double radius) implements Shape {}

    record Box(double width, double height) implements Shape {}

    private final ScriptedProvider model = ScriptedProvider.create();

    private AiException ask(Class<?> type, String... answers) {
        for (String answer : answers) {
            model.says(answer);
        }
        try (AiRuntime ai = AiRuntime.builder().addProvider(model).build()) {
            return catchThrowableOfType(
                    AiException.class,
                    () -> ai.session(AiBody.builder().build()).send("Where?", type));
        }
    }

    private static String[] often(String answer) {
        return new String[] {answer, answer, answer, answer};
    }

    @Test
    @DisplayName("N17 a typed answer that does not fit is thrown with its text, the places and what is allowed there")
    void n17_misfit_hasAnswerAndAllowedValues() {
        AiException thrown = ask(Place.class, often("{\"floor\":\"ATTIC-4711\",\"width\":3}"));

        assertThat(thrown.error().category()).isEqualTo(AiError.Category.INVALID_RESPONSE);
        assertThat(thrown.error().message()).contains("/floor, enum (allowed: \"GROUND\", \"FIRST\")");
        assertThat(thrown.answer().text()).contains("ATTIC-4711");
        assertThat(thrown.toString()).doesNotContain("4711");
    }

    @Test
    @DisplayName("N17 the repair tells the model what is allowed, too")
    void n17_repair_saysWhatIsAllowed() {
        ask(Place.class, often("{\"floor\":\"ATTIC\",\"width\":3}"));

        List<Interaction> again = model.calls().get(1).effective();
        assertThat(again.get(again.size() - 1).text()).contains("/floor: enum (allowed: \"GROUND\", \"FIRST\")");
    }

    @Test
    @DisplayName("N17 an error inside a variant of a sealed type is not reported as the wrong variant")
    void n17_sealedType_blamesTheVariantThatIsMeant() {
        AiException thrown = ask(Shape.class, often("{\"kind\":\"Box\",\"width\":2,\"height\":\"tall\"}"));

        assertThat(thrown.error().message())
                .contains("/height, type (allowed: \"number\")")
                .doesNotContain("radius")
                .doesNotContain("enum");
    }

    @Test
    @DisplayName("N17 an unknown variant names the variants")
    void n17_unknownVariant_namesAll() {
        AiException thrown = ask(Shape.class, often("{\"kind\":\"Ball\",\"width\":2}"));

        assertThat(thrown.error().message()).contains("\"Box\"").contains("\"Circle\"");
    }
}
