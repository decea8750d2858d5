package dev.plumbline.extensions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.Cancellation;
import dev.plumbline.event.CallIds;
import dev.plumbline.policy.ContextSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class DocumentRankerTest {
    private static final Map<String, String> HANDBOOK = Map.of(
            "Doors", "A door is 900 mm wide and opens outwards.",
            "Stairs", "A step is 175 mm high and 280 mm deep.",
            "Windows", "A window begins 900 mm above the floor.");

    private static Object sent(int characters, String question) {
        ContextSource source = RecordingContributions.from(Extensions.documents("handbook", () -> HANDBOOK, characters))
                .contexts
                .get(0);
        assertThat(source.key()).isEqualTo("handbook");
        return Objects.requireNonNull(source.reader()
                .apply(new ContextSource.ReadContext(
                        Interaction.user(question), List.of(), CallIds.NONE, Cancellation.create())));
    }

    @Test
    void documents_thatAllFit_areSentByTitle() {
        assertThat(sent(10_000, "A step?")).isEqualTo(HANDBOOK);
        assertThat(((Map<?, ?>) sent(10_000, "")).keySet().stream().map(Object::toString))
                .containsExactly("Doors", "Stairs", "Windows");
    }

    @Test
    @Tag("H42")
    void documents_thatDoNotAllFit_areChosenByTheWordsOfTheQuestion_andWhole() {
        assertThat(sent(60, "How HIGH is a step?")).isEqualTo(Map.of("Stairs", HANDBOOK.get("Stairs")));
        assertThat(sent(60, "Which way does the door open, outwards?"))
                .isEqualTo(Map.of("Doors", HANDBOOK.get("Doors")));
        assertThat(sent(20, "How high is a step?")).isEqualTo(Map.of());
    }

    @Test
    void bound_belowOne_isRefused() {
        assertThatThrownBy(() -> Extensions.documents("handbook", () -> HANDBOOK, 0))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
