package dev.plumbline.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.json.Json;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a return says of its rounds. */
class AiReturnTest {
    private static final Interaction CALL = new Interaction.ToolCall("c1", "draw", Json.object());
    private static final Interaction RESULT = new Interaction.ToolResult("c1", ToolEnvelope.ok(1));

    private static Interaction says(String text) {
        return new Interaction.Assistant(List.of(Part.text(text)));
    }

    private static AiReturn of(int lastRound, Interaction... interactions) {
        return AiReturn.builder()
                .interactions(List.of(interactions))
                .lastRoundAt(lastRound)
                .build();
    }

    @Test
    @DisplayName("M14 the final answer begins where the last round does, and behind its tool results")
    void m14_finalAnswer_isThatOfTheLastRound() {
        assertThat(of(0, says("a"), says("b")).text()).isEqualTo("ab");
        assertThat(of(1, says("a"), says("b")).text()).isEqualTo("b");
        assertThat(of(2, says("a"), says("b")).text()).isEmpty();
        assertThat(of(0, says("a"), CALL, RESULT).text()).isEmpty();
        assertThat(of(1, says("a"), says("b"), CALL, RESULT, says("c")).text()).isEqualTo("c");
        assertThat(of(4, says("a"), CALL, RESULT, says("b"), says("c")).text()).isEqualTo("c");
    }

    @Test
    @DisplayName("M14 rounds count in equality, and tool results between them need no index")
    void m14_equality_knowsTheRounds() {
        assertThat(of(1, says("a"), says("b"))).isNotEqualTo(of(0, says("a"), says("b")));
        assertThat(of(3, says("a"), CALL, RESULT, says("b")))
                .isEqualTo(of(0, says("a"), CALL, RESULT, says("b")))
                .hasSameHashCodeAs(of(0, says("a"), CALL, RESULT, says("b")));
    }

    @Test
    @DisplayName("M14 copies keep the rounds, and new content is that of one round")
    void m14_copies_keepTheRounds() {
        AiReturn two = of(1, says("a"), says("b"));

        assertThat(two.toBuilder().build()).isEqualTo(two);
        assertThat(two.mapText(String::toUpperCase).text()).isEqualTo("B");
        assertThat(two.withTrace(Trace.EMPTY).text()).isEqualTo("b");
        assertThat(two.toBuilder().interactions(List.of(says("c"))).build().text())
                .isEqualTo("c");
        assertThatThrownBy(() -> AiReturn.builder().lastRoundAt(1)).isInstanceOf(IndexOutOfBoundsException.class);
    }
}
