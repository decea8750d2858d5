package dev.plumbline.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiReturn.Trace;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.json.Json;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
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
    @DisplayName("F8 a turn that ends with its tools has no answer to read, and its error says why")
    void f8_turnWithoutAnAnswer_saysWhy() {
        ToolEnvelope denied =
                ToolEnvelope.failed(ToolEnvelope.Code.DENIED, "No.").withStopsTurn(true);
        Interaction mine = new Interaction.ToolResult("c1", denied.withMeta(ToolEnvelope.TAKEN_OVER, true));

        assertThat(of(0, says("I will draw."), CALL, mine).text()).isEmpty();
        assertThat(failure(() -> of(0, says("I will draw."), CALL, mine).as(Json.class)))
                .satisfies(error -> {
                    assertThat(error.category()).isEqualTo(AiError.Category.CANCELLED);
                    assertThat(error.code()).isEqualTo("taken-over");
                    assertThat(error.retryable()).isFalse();
                    assertThat(error.userMessage()).isEqualTo("You have taken over, so there is no answer.");
                });
        assertThat(failure(() -> of(0, says("I will draw."), CALL, RESULT).json()))
                .satisfies(error -> {
                    assertThat(error.code()).isEqualTo("no-answer");
                    assertThat(error.userMessage()).isEqualTo("There is no answer: the turn ended with its tools.");
                });
        assertThat(failure(() -> of(0, says("not JSON")).json()).code()).isEqualTo("not-json");
    }

    private static AiError failure(ThrowingCallable read) {
        return catchThrowableOfType(AiException.class, read).error();
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
