package dev.plumbline.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiEvent;
import dev.plumbline.policies.InMemoryResponseStore;
import dev.plumbline.schema.ValidationResult;
import dev.plumbline.schema.ValidationResult.Finding;
import dev.plumbline.schema.ValidationResult.Severity;
import dev.plumbline.schema.Validator;
import dev.plumbline.schemas.Strictness;
import dev.plumbline.testkit.ScriptedProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Validators of a runtime. */
class ValidationTest {
    private static final String CANARY = "CANARY";

    private final ScriptedProvider model = ScriptedProvider.create();
    private final List<AiEvent> events = new ArrayList<>();

    private AiRuntime runtime(UnaryOperator<Validation> change) {
        return AiRuntime.builder()
                .addProvider(model)
                .validation(change)
                .addObserver(events::add)
                .cache(InMemoryResponseStore.ofEntries(10))
                .build();
    }

    private List<String> results() {
        return events.stream()
                .filter(AiEvent.CallFinished.class::isInstance)
                .flatMap(event -> ((AiEvent.CallFinished) event).call().checks().stream())
                .map(check -> check.validator().text() + " " + check.errors() + " " + check.warnings())
                .toList();
    }

    private static <T> Validator<T> finding(String code) {
        return (subject, call) -> new ValidationResult(List.of(new Finding(Severity.ERROR, "/walls/0", code)));
    }

    @Test
    void callThatIsRefused_neverLeaves() {
        try (AiRuntime ai =
                runtime(checks -> checks.withCallValidator("walls", Strictness.STRICT, finding("wall-outside")))) {
            AiError error = ai.send(AiBody.of(CANARY)).error().orElseThrow();
            assertThat(error.category()).isEqualTo(AiError.Category.INVALID_REQUEST);
            assertThat(error.message()).contains("/walls/0, wall-outside").doesNotContain(CANARY);
        }
        assertThat(model.calls()).isEmpty();
        assertThat(results()).containsExactly("walls 1 0");
    }

    @Test
    void validator_receivesWhatTheCallKnows() {
        List<String> seen = new ArrayList<>();
        AiBody body = AiBody.of("Hello?");
        model.says("Yes.");
        try (AiRuntime ai = runtime(checks -> checks.withCallValidator("mine", Strictness.STRICT, (sent, call) -> {
            seen.add(call.body().fingerprint() + " " + call.model() + " " + call.resources());
            return ValidationResult.OK;
        }))) {
            ai.send(body);
            AiCall sent = model.calls().get(0);
            assertThat(seen).containsExactly(body.fingerprint() + " " + sent.model() + " " + sent.resources());
        }
    }

    @Test
    void warning_isCountedAndStopsNothing() {
        model.says("Yes.");
        try (AiRuntime ai =
                runtime(checks -> checks.withCallValidator("walls", Strictness.STRICT, finding("wall-outside"))
                        .with("walls", Strictness.WARN))) {
            AiReturn ret = ai.send(AiBody.of("Hello?"));
            assertThat(ret.text()).isEqualTo("Yes.");
            assertThat(ret.trace().note("validation")).isEqualTo("0 errors, 1 warnings");
        }
        assertThat(results()).containsExactly("walls 0 1");
    }

    @Test
    void validatorThatIsOff_doesNotRun() {
        model.says("Yes.");
        try (AiRuntime ai = runtime(checks -> checks.withCallValidator("walls", Strictness.OFF, (sent, call) -> {
            throw new AssertionError("it ran");
        }))) {
            assertThat(ai.send(AiBody.of("Hello?")).text()).isEqualTo("Yes.");
        }
        assertThat(results()).isEmpty();
    }

    @Test
    void answerThatDoesNotPass_failsWithItsContent_andIsNotKept() {
        model.says(CANARY).says("Fine.");
        try (AiRuntime ai = runtime(checks -> checks.withReturnValidator(
                "tone",
                Strictness.STRICT,
                (ret, call) -> ret.text().equals(CANARY)
                        ? new ValidationResult(List.of(new Finding(Severity.ERROR, "", "tone")))
                        : ValidationResult.OK))) {
            AiReturn ret = ai.send(AiBody.of("Hello?"));
            AiError error = ret.error().orElseThrow();
            assertThat(error.category()).isEqualTo(AiError.Category.INVALID_RESPONSE);
            assertThat(error.message()).doesNotContain(CANARY);
            assertThat(ret.partialText()).isEqualTo(CANARY);
            assertThat(ai.send(AiBody.of("Hello?")).text()).isEqualTo("Fine.");
        }
    }

    @Test
    void emptyAnswer_isAWarning() {
        model.says("");
        try (AiRuntime ai = runtime(UnaryOperator.identity())) {
            ai.send(AiBody.of("Hello?"));
        }
        assertThat(results()).containsExactly("content 0 1");
    }

    @Test
    void unknownName_isAMistakeOfTheProgram() {
        assertThatThrownBy(() -> runtime(checks -> checks.with("none", Strictness.OFF)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("[content, tool-calls]");
    }
}
