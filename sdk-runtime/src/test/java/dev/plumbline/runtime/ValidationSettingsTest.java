package dev.plumbline.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.AiError;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.json.Json;
import dev.plumbline.jsonschema.JsonSchemas;
import dev.plumbline.jsonschema.JsonSchemas.FormatMode;
import dev.plumbline.policy.ResponseStore;
import dev.plumbline.schema.ValidationResult;
import dev.plumbline.schema.ValidationResult.Finding;
import dev.plumbline.schema.ValidationResult.Severity;
import dev.plumbline.schema.Validator;
import dev.plumbline.schema.Validator.Strictness;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.AiTool.ArgumentValidator;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Validators of a runtime. */
class ValidationSettingsTest {
    private static final String CANARY = "CANARY";

    private final ScriptedProvider model = ScriptedProvider.create();
    private final List<TelemetryEvent> events = new ArrayList<>();

    private AiRuntime runtime(UnaryOperator<AiRuntime.Builder> change) {
        return change.apply(AiRuntime.builder()
                        .addProvider(model)
                        .addObserver(events::add)
                        .cache(ResponseStore.inMemory(10)))
                .build();
    }

    private List<String> results() {
        return events.stream()
                .filter(TelemetryEvent.CallFinished.class::isInstance)
                .flatMap(event -> ((TelemetryEvent.CallFinished) event).call().checks().stream())
                .map(check -> check.validator().text() + " " + check.errors() + " " + check.warnings())
                .toList();
    }

    private static <T> Validator<T> finding(String code) {
        return (subject, call) -> new ValidationResult(List.of(new Finding(Severity.ERROR, "/walls/0", code)));
    }

    @Test
    @Tag("SH140")
    @Tag("SH141")
    void callThatIsRefused_neverLeaves() {
        try (AiRuntime ai =
                runtime(checks -> checks.addCallValidator("walls", Strictness.STRICT, finding("wall-outside")))) {
            AiError error = ai.send(AiBody.of(CANARY)).error().orElseThrow();
            assertThat(error.category()).isEqualTo(AiError.Category.INVALID_REQUEST);
            assertThat(error.message()).contains("/walls/0, wall-outside").doesNotContain(CANARY);
        }
        assertThat(model.calls()).isEmpty();
        assertThat(results()).containsExactly("walls 1 0");
    }

    @Test
    @Tag("SH134")
    void validator_receivesWhatTheCallKnows() {
        List<String> seen = new ArrayList<>();
        AiBody body = AiBody.of("Hello?");
        model.says("Yes.");
        try (AiRuntime ai = runtime(checks -> checks.addCallValidator("mine", Strictness.STRICT, (sent, call) -> {
            seen.add(call.body().fingerprint() + " " + call.model() + " " + call.resources());
            return ValidationResult.OK;
        }))) {
            ai.send(body);
            AiCall sent = model.calls().get(0);
            assertThat(seen).containsExactly(body.fingerprint() + " " + sent.model() + " " + sent.resources());
        }
    }

    @Test
    @Tag("SH40")
    @Tag("SH67")
    @Tag("SH145")
    @Tag("SH167")
    void warning_isCountedAndStopsNothing() {
        model.says("Yes.");
        try (AiRuntime ai =
                runtime(checks -> checks.addCallValidator("walls", Strictness.STRICT, finding("wall-outside"))
                        .strictness("walls", Strictness.WARN))) {
            AiReturn ret = ai.send(AiBody.of("Hello?"));
            assertThat(ret.text()).isEqualTo("Yes.");
            assertThat(ret.trace().note("validation")).isEqualTo("0 errors, 1 warnings");
        }
        assertThat(results()).containsExactly("walls 0 1");
    }

    @Test
    @Tag("SH142")
    void validatorThatIsOff_doesNotRun() {
        model.says("Yes.");
        try (AiRuntime ai = runtime(checks -> checks.addCallValidator("walls", Strictness.OFF, (sent, call) -> {
            throw new AssertionError("it ran");
        }))) {
            assertThat(ai.send(AiBody.of("Hello?")).text()).isEqualTo("Yes.");
        }
        assertThat(results()).isEmpty();
    }

    @Test
    @Tag("SH140")
    void answerThatDoesNotPass_failsWithItsContent_andIsNotKept() {
        model.says(CANARY).says("Fine.");
        try (AiRuntime ai = runtime(checks -> checks.addReturnValidator(
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
    @Tag("SH145")
    void emptyAnswer_isAWarning() {
        model.says("");
        try (AiRuntime ai = runtime(UnaryOperator.identity())) {
            ai.send(AiBody.of("Hello?"));
        }
        assertThat(results()).containsExactly("content 0 1");
    }

    @Test
    @Tag("SH146")
    void unknownName_isAMistakeOfTheProgram() {
        assertThatThrownBy(() -> runtime(checks -> checks.strictness("none", Strictness.OFF)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("[content, tool-calls]");
    }

    @Test
    @Tag("SH138")
    void m4_argumentValidator_isAsStrictAsSet() {
        List<String> drawn = new ArrayList<>();
        ArgumentValidator never = call ->
                new ValidationResult(List.of(new Finding(Severity.ERROR, "/layer", "unknown-layer", "\"walls\"")));
        AiTool draw = AiTool.of("draw", "draws", Json.parse("{\"type\":\"object\"}"), (in, call) -> drawn.add("drawn"));
        for (Strictness strictness : Strictness.values()) {
            model.callsTool("draw", Map.of()).says("Done.");
            try (AiRuntime ai = AiRuntime.builder()
                    .addProvider(model)
                    .addTools(draw)
                    .addArgumentValidator("layers", Strictness.STRICT, "*", never)
                    .strictness("layers", strictness)
                    .addObserver(events::add)
                    .build()) {
                assertThat(ai.send(AiBody.of("Draw.").toBuilder()
                                        .toolFilter("*")
                                        .build())
                                .isOk())
                        .isTrue();
            }
        }
        assertThat(drawn).hasSize(2);
        assertThat(events)
                .filteredOn(TelemetryEvent.ArgumentsChecked.class::isInstance)
                .extracting(event -> ((TelemetryEvent.ArgumentsChecked) event).check())
                .extracting(check -> check.errors() + " " + check.warnings())
                .containsExactly("0 1", "1 0");
    }

    @Test
    @Tag("SH69")
    void m3_registeredSchemas_serveAnswersAndTools() {
        Json wall = Json.parse("""
                {"$id": "https://example.org/wall", "type": "object", "properties": {"length": {"type": "integer"}},
                 "required": ["length"], "additionalProperties": false}""");
        Json walls = Json.parse("{\"type\": \"array\", \"items\": {\"$ref\": \"https://example.org/wall\"}}");
        AiTool draw = AiTool.of("draw", "draws", Json.parse("""
                        {"type": "object", "properties": {"wall": {"$ref": "https://example.org/wall"}}}"""), (in, call) -> 1);
        AiBody body = AiBody.of("Which walls?").toBuilder().outputSchema(walls).build();
        assertThatThrownBy(() ->
                        AiRuntime.builder().addProvider(model).addTools(draw).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("ref-remote");
        model.says("[{\"length\": 3}]");
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(model)
                .addTools(draw)
                .schemas(JsonSchemas.service(Map.of("https://example.org/wall", wall), FormatMode.CHECKED))
                .build()) {
            assertThat(ai.send(body).json().at("/0/length").asInt()).isEqualTo(3);
        }
    }
}
