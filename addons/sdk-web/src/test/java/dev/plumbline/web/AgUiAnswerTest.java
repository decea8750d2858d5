package dev.plumbline.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.Cancellation;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.TelemetryObserver;
import dev.plumbline.http.internal.RequestRefusal;
import dev.plumbline.internal.Words;
import dev.plumbline.json.Json;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.ui.InputRequest;
import dev.plumbline.ui.internal.UserPrompter;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers of AG-UI clients to questions for a value. */
class AgUiAnswerTest {

    @ParameterizedTest
    @ValueSource(strings = {"\"option\":\"send\",", ""})
    @DisplayName(
            "M6 G12 a value is the answer of a question for one, with its button or alone; what does not fit is refused")
    void m6_value_ofTheInterrupt_isTheAnswer_andWhatDoesNotFitIsRefused(String button) {
        UserPrompter prompter = new UserPrompter(
                Optional.of(question -> {
                    assertThat(AgUiAnswer.isApproval(question)).isFalse();
                    Json late = Json.parse("{\"status\":\"resolved\",\"payload\":{\"option\":\"send\",\"value\":11}}");
                    assertThatThrownBy(() -> AgUiAnswer.of(question, late).give())
                            .isInstanceOf(RequestRefusal.class)
                            .hasMessageContaining("from 0.0 to 10.0");
                    Json approves = Json.parse("{\"status\":\"resolved\",\"payload\":{\"approved\":true}}");
                    assertThatThrownBy(() -> AgUiAnswer.of(question, approves)).isInstanceOf(RequestRefusal.class);
                    Json fits = Json.parse("{\"status\":\"resolved\",\"payload\":{" + button + "\"value\":4}}");
                    assertThat(AgUiAnswer.of(question, fits).give()).isTrue();
                }),
                Runnable::run,
                VirtualClock.create());
        InputRequest.Reply<Double> reply = prompter.ask(
                InputRequest.number("Metres?", 0, 10),
                new UserPrompter.QuestionContext(
                        "measure",
                        CallIds.NONE,
                        Optional.of(new Interaction.ToolCall("c", "measure", Json.object())),
                        Cancellation.create(),
                        Words.english(),
                        shown -> {},
                        thrown -> {
                            throw new AssertionError(thrown);
                        }),
                TelemetryObserver.NONE);

        assertThat(reply.orThrow()).isEqualTo(4.0);
    }
}
