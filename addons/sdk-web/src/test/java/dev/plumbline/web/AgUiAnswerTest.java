package dev.plumbline.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import org.junit.jupiter.api.Test;

/** Answers of AG-UI clients to questions for a value. */
class AgUiAnswerTest {

    @Test
    void m6_value_ofTheInterrupt_isTheAnswer_andWhatDoesNotFitIsRefused() {
        UserPrompter prompter = new UserPrompter(
                Optional.of(question -> {
                    Json late = Json.parse("{\"status\":\"resolved\",\"payload\":{\"option\":\"send\",\"value\":11}}");
                    assertThatThrownBy(() -> AgUiAnswer.of(question, late).give())
                            .isInstanceOf(RequestRefusal.class)
                            .hasMessageContaining("from 0.0 to 10.0");
                    Json fits = Json.parse("{\"status\":\"resolved\",\"payload\":{\"option\":\"send\",\"value\":4}}");
                    assertThat(AgUiAnswer.of(question, fits).give()).isTrue();
                }),
                Runnable::run,
                VirtualClock.create());
        InputRequest.Reply<Double> reply = prompter.ask(
                InputRequest.number("Metres?", 0, 10),
                new UserPrompter.QuestionContext(
                        "measure",
                        CallIds.NONE,
                        Optional.empty(),
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
