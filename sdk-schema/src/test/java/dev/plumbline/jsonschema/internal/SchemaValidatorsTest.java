package dev.plumbline.jsonschema.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.call.internal.CallAccess;
import dev.plumbline.call.internal.CallRecorder;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.json.Json;
import dev.plumbline.jsonschema.JsonSchemas;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.schema.ValidationResult;
import dev.plumbline.schema.ValidationResult.Finding;
import dev.plumbline.schema.ValidationResult.Severity;
import dev.plumbline.schema.Validator;
import dev.plumbline.schema.Validator.Strictness;
import dev.plumbline.testkit.VirtualClock;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SchemaValidatorsTest {
    private static final String CANARY = "canary-4711";
    private static final Json SIZE =
            Json.parse("{\"type\":\"object\",\"properties\":{\"mm\":{\"type\":\"integer\"}},\"required\":[\"mm\"],"
                    + "\"additionalProperties\":false}");

    private final JsonSchemaService schemas = JsonSchemas.service();
    private final List<TelemetryEvent> events = new ArrayList<>();
    private final AiCall call = call(AiBody.builder().addUser("a").build());

    private AiCall call(AiBody body) {
        return AiCall.builder(body, ModelId.NONE).observer(events::add).build();
    }

    private static ToolDefinition tool(Json input) {
        return new ToolDefinition("size", "Sizes.", input, Optional.empty(), Set.of(), "");
    }

    private AiCall with(Json output, Json input) {
        return AiCall.builder(call.body(), ModelId.NONE)
                .outputSchema(output)
                .tools(List.of(tool(input)))
                .build();
    }

    private static AiReturn said(String text) {
        return AiReturn.builder()
                .interactions(List.of(new Interaction.Assistant(List.of(new Part.Text(text)))))
                .build();
    }

    private static AiReturn asked(String tool, String arguments) {
        return AiReturn.builder()
                .interactions(List.of(new Interaction.ToolCall("1", tool, Json.parse(arguments))))
                .build();
    }

    private static List<String> written(ValidationResult found) {
        return found.findings().stream()
                .map(finding -> finding.severity() + " " + finding.path() + " " + finding.code())
                .toList();
    }

    @Test
    @Tag("SH136")
    void bodyShape_wantsSomethingToSend_andAsksForAUser() {
        Validator<AiCall> shape = SchemaValidators.bodyShape();
        AiCall empty = call(AiBody.builder().build());
        AiCall alone = call(AiBody.builder().addSystem("a").build());
        assertThat(written(shape.validate(empty, empty))).containsExactly("ERROR /interactions interactions");
        assertThat(written(shape.validate(alone, alone))).containsExactly("WARNING /interactions user");
        assertThat(shape.validate(call, call)).isEqualTo(ValidationResult.OK);
    }

    @Test
    @Tag("SH136")
    void schemaDefined_looksAtTheOutputAndAtEveryTool() {
        Validator<AiCall> defined = SchemaValidators.schemaDefined(schemas);
        AiCall broken = with(Json.parse("{\"$ref\":\"#\"}"), Json.parse("{\"type\":\"strng\"}"));
        assertThat(defined.validate(broken, broken).findings())
                .extracting(Finding::path)
                .anyMatch(path -> path.startsWith("/outputSchema"))
                .anyMatch(path -> path.startsWith("/tools/0/inputSchema/type"));
        assertThat(defined.validate(with(SIZE, SIZE), call).findings()).isEmpty();
    }

    @ParameterizedTest
    @Tag("SH137")
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"mm\":1}|",
                "{\"mm\":\"canary-4711\"}|ERROR /mm type",
                "{\"mm\":1,\"canary-4711\":2}|ERROR /* additionalProperties",
                "canary-4711|ERROR  json",
            })
    void jsonSchemaReturn_holdsTheTextAgainstTheSchema(String text, String expected) {
        ValidationResult found = SchemaValidators.jsonSchemaReturn(schemas).validate(said(text), with(SIZE, SIZE));
        assertThat(written(found)).isEqualTo(expected == null ? List.of() : List.of(expected));
        assertThat(found.toString()).doesNotContain(CANARY);
    }

    @ParameterizedTest
    @Tag("SH137")
    @Tag("SH144")
    @CsvSource(
            delimiter = '|',
            value = {
                "size|{\"mm\":1}|",
                "size|{}|ERROR /toolCalls/0/mm required",
                "canary-4711|{}|ERROR /toolCalls/0 tool",
                "size|{\"mm\":\"canary-4711\"}|ERROR /toolCalls/0/mm type",
            })
    void toolCallShape_knowsTheToolsAndTheirSchemas(String tool, String arguments, String expected) {
        ValidationResult found =
                SchemaValidators.toolCallShape(schemas).validate(asked(tool, arguments), with(SIZE, SIZE));
        assertThat(written(found)).isEqualTo(expected == null ? List.of() : List.of(expected));
        assertThat(found.toString()).doesNotContain(CANARY);
    }

    @Test
    @Tag("SH137")
    void assistantContent_isWordsOrAToolCall() {
        Validator<AiReturn> content = SchemaValidators.assistantContent();
        assertThat(written(content.validate(said(" "), call))).containsExactly("ERROR  empty");
        assertThat(content.validate(said("a"), call).isOk()).isTrue();
        assertThat(content.validate(asked("size", "{}"), call).isOk()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a.txt", "plans/ground floor.dxf", "./a", ".config/b", "a/b\\c", "concrete.txt", "com10"})
    void paths_thatStayInside(String path) {
        assertThat(JsonSchemas.filePath().validate(path, call).findings()).isEmpty();
    }

    @ParameterizedTest
    @Tag("SH138")
    @CsvSource({
        "' ',path-empty",
        "/etc/passwd,path-absolute",
        "\\\\host\\share,path-absolute",
        "C:\\a,path-absolute",
        "c:a,path-absolute",
        "~/a,path-absolute",
        "../a,path-outside",
        "a/../../b,path-outside",
        "a\\..\\..\\b,path-outside",
        "a.txt:stream,path-name",
        "a/NUL.txt,path-name",
        "'con .txt',path-name",
        "COM1,path-name",
        "'a/.. /b',path-name",
        "a.,path-name",
    })
    void paths_thatDoNot(String path, String code) {
        assertThat(JsonSchemas.filePath().validate(path, call).findings())
                .containsExactly(new Finding(Severity.ERROR, "", code));
    }

    @Test
    @Tag("SH67")
    @Tag("SH133")
    @Tag("SH139")
    @Tag("SH143")
    @Tag("SH145")
    void list_runsInOrder_andTheFirstErrorIsTheLastToRun() {
        ValidatorList<String> all = ValidatorList.<String>empty()
                .with("cheap", Strictness.STRICT, finding(Severity.WARNING))
                .with("off", Strictness.OFF, finding(Severity.ERROR))
                .with("content", Strictness.STRICT, (subject, of) -> ValidationResult.OK)
                .with("warn", Strictness.WARN, finding(Severity.ERROR))
                .with("strict", Strictness.STRICT, finding(Severity.ERROR))
                .with("dear", Strictness.STRICT, finding(Severity.ERROR));
        CallRecorder recorder = CallRecorder.of(call.ids(), call.model(), call.observer(), VirtualClock.create());
        ValidationResult found = all.validate(CANARY, CallAccess.withRecorder(call, recorder));
        recorder.finish(AiReturn.ofText("done"), List.of());
        assertThat(found.count(Severity.ERROR)).isEqualTo(1);
        assertThat(found.count(Severity.WARNING)).isEqualTo(2);
        assertThat(events)
                .filteredOn(TelemetryEvent.CallFinished.class::isInstance)
                .flatExtracting(
                        event -> ((TelemetryEvent.CallFinished) event).call().checks())
                .extracting(check -> check.validator() + " " + check.errors() + " " + check.warnings())
                .containsExactly("cheap 0 1", "warn 0 1", "strict 1 0");
        assertThat(events.toString()).doesNotContain(CANARY);
    }

    @Test
    @Tag("SH142")
    void strictness_isSetByName() {
        ValidatorList<String> one = ValidatorList.<String>empty().with("a", Strictness.STRICT, finding(Severity.ERROR));
        assertThat(one.with("a", Strictness.WARN).validate("", call).isOk()).isTrue();
        assertThat(one.validate("", call).isOk()).isFalse();
        assertThat(one.names()).containsExactly("a");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> one.with("b", Strictness.OFF))
                .withMessageContaining("[a]");
    }

    @Test
    @Tag("SH65")
    @Tag("SH158")
    void outputSchemas_areTheOnlyOnes() {
        Validator<AiCall> allowed = JsonSchemas.outputSchemas(List.of(SIZE));
        AiCall listed = with(SIZE, SIZE);
        AiCall unlisted = with(Json.object().with("type", "string"), SIZE);
        assertThat(allowed.validate(listed, listed).isOk()).isTrue();
        assertThat(allowed.validate(call, call).isOk()).isTrue();
        assertThat(written(allowed.validate(unlisted, unlisted)))
                .containsExactly("ERROR /outputSchema schema-unlisted");
    }

    @Test
    void warmUp_runsOnTheExecutorAlone() {
        List<Runnable> given = new ArrayList<>();
        List<Json> asked = new ArrayList<>();
        JsonSchemaService noting = (JsonSchemaService) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {JsonSchemaService.class}, (proxy, method, arguments) -> {
                    asked.add((Json) arguments[0]);
                    return ValidationResult.OK;
                });
        JsonSchemas.warmUp(noting, given::add);
        assertThat(asked).isEmpty();
        given.forEach(Runnable::run);
        assertThat(asked).hasSize(1);
    }

    @Test
    @DisplayName("60 the schemas of offered tools are checked once for each list, an unsound one each time")
    void n60_offeredTools_areCheckedOnce() {
        List<Json> asked = new ArrayList<>();
        Json unsound = Json.parse("{\"type\":\"arry\"}");
        JsonSchemaService counting = counting(asked);
        Validator<AiCall> validator = SchemaValidators.schemaDefined(counting);
        List<ToolDefinition> many = new ArrayList<>();
        for (int i = 0; i < 5_000; i++) {
            many.add(tool(Json.object().with("type", "object").with("title", "t" + i)));
        }
        AiCall first = call.toBuilder().tools(many).build();
        assertThat(validator.validate(first, call).isOk()).isTrue();
        assertThat(asked).hasSize(5_000);
        AiCall next = call(AiBody.builder().addUser("b").build()).toBuilder()
                .tools(first.tools())
                .build();
        assertThat(validator.validate(next, call).isOk()).isTrue();
        assertThat(asked).hasSize(5_000);

        AiCall bad = first.toBuilder().tools(List.of(tool(unsound))).build();
        assertThat(validator.validate(bad, call).isOk()).isFalse();
        assertThat(validator.validate(bad, call).isOk()).isFalse();
        Validator<AiCall> another = SchemaValidators.schemaDefined(counting(asked));
        asked.clear();
        assertThat(another.validate(next, call).isOk()).isTrue();
        assertThat(asked).as("another service may know other schemas").hasSize(5_000);
    }

    private JsonSchemaService counting(List<Json> asked) {
        return (JsonSchemaService) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {JsonSchemaService.class}, (proxy, method, arguments) -> {
                    asked.add((Json) arguments[0]);
                    return method.invoke(schemas, arguments);
                });
    }

    private static Validator<String> finding(Severity severity) {
        return (subject, call) -> new ValidationResult(List.of(new Finding(severity, "", "planted")));
    }
}
