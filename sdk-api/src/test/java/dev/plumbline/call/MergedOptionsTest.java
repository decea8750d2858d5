package dev.plumbline.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.body.Selector;
import dev.plumbline.call.SessionOptions.Budget;
import dev.plumbline.call.State.StateKey;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class MergedOptionsTest {

    @Test
    @Tag("SH13")
    void choices_overrideFieldByField() {
        ModelOptions lower = ModelOptions.builder()
                .model(ModelId.parse("a:m"))
                .temperature(1)
                .stop("END")
                .build();
        ModelOptions mine = ModelOptions.builder().temperature(0).seed(7).build();
        ModelOptions merged = mine.mergedOver(lower);
        assertThat(merged.model()).contains(ModelId.parse("a:m"));
        assertThat(merged.temperature()).hasValue(0);
        assertThat(merged.seed()).hasValue(7);
        assertThat(merged.stop()).containsExactly("END");
        assertThat(ModelOptions.none().mergedOver(lower)).isEqualTo(lower);
    }

    @Test
    @Tag("SH13")
    void limits_tighten() {
        SessionOptions lower = SessionOptions.builder()
                .budget(Budget.ofDefaults().withRounds(3))
                .toolFilter("draw_*")
                .build();
        SessionOptions mine = SessionOptions.builder()
                .budget(Budget.ofDefaults().withRounds(5).withTime(Duration.ofSeconds(9)))
                .toolFilter("*_wall")
                .build();
        SessionOptions merged = mine.mergedOver(lower);
        Budget budget = merged.budget().orElseThrow();
        assertThat(budget.rounds()).isEqualTo(3);
        assertThat(budget.time()).isEqualTo(Duration.ofSeconds(9));
        assertThat(merged.toolFilter().matches("draw_wall")).isTrue();
        assertThat(merged.toolFilter().matches("draw_door")).isFalse();
        assertThat(merged.toolFilter().matches("move_wall")).isFalse();
        assertThat(SessionOptions.none().mergedOver(lower).toolFilter()).isEqualTo(Selector.of("draw_*"));
    }

    @Test
    void valuesOutOfRange_areRefusedAtOnce() {
        assertThatThrownBy(() -> ModelOptions.builder().temperature(2.1)).hasMessage("temperature is 0 to 2, not 2.1");
        assertThatThrownBy(() -> ModelOptions.builder().topP(-1)).hasMessage("topP is 0 to 1, not -1.0");
        assertThatThrownBy(() -> ModelOptions.builder().maxOutputTokens(0))
                .hasMessage("maxOutputTokens is at least 1, not 0");
        assertThatThrownBy(() -> ModelOptions.builder().stop("")).hasMessage("a stop text is not empty");
        assertThatThrownBy(() -> Budget.ofDefaults().withRounds(0)).hasMessageContaining("at least 1");
        assertThatThrownBy(() -> TypedKey.of("Temperature", String.class)).hasMessageContaining("owner, dot, name");
        assertThatThrownBy(() -> ModelId.parse("gpt-5")).hasMessageContaining("provider:model");
        assertThat(ModelId.parse("ollama:qwen3:8b")).isEqualTo(new ModelId("ollama", "qwen3:8b"));
    }

    @Test
    void spending_isSharedAndNamesWhatIsUsedUp() {
        long[] now = {0};
        BudgetTracker spending = BudgetTracker.of(
                Budget.ofDefaults().withProviderCalls(1).withToolCalls(9, 1).withTime(Duration.ofSeconds(1)),
                () -> now[0]);
        assertThat(spending.tryAcquireProviderCall()).isEmpty();
        assertThat(spending.tryAcquireProviderCall().orElseThrow().code()).isEqualTo("provider-calls");
        assertThat(spending.tryAcquireToolCall()).isEmpty();
        assertThat(spending.tryAcquireToolCall().orElseThrow().code()).isEqualTo("tool-calls");
        now[0] = 400_000_000;
        assertThat(spending.timeLeft()).isEqualTo(Duration.ofMillis(600));
        now[0] = Long.MAX_VALUE;
        assertThat(spending.timeLeft()).isZero();
    }

    @Test
    @Tag("H31")
    @Tag("H33")
    void state_changesAtomicallyByTypedKey() {
        State state = State.inMemory();
        StateKey<Integer> count = StateKey.of("count", StateKey.Scope.TURN, 10);
        assertThat(state.get(count)).isEqualTo(10);
        assertThat(state.update(count, n -> n + 1)).isEqualTo(11);
        assertThat(state.get(StateKey.of("count", StateKey.Scope.SESSION, 5))).isEqualTo(5);
    }
}
