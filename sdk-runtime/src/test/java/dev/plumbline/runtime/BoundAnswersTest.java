package dev.plumbline.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.event.AiException;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.policy.ResponseStore;
import dev.plumbline.redaction.RedactionOptions;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.schema.ValidationResult;
import dev.plumbline.schema.Validator.Strictness;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.Param;
import dev.plumbline.tool.Tool;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** An answer is valid, kept and returned exactly if the caller can bind it; so are the arguments of tools. */
class BoundAnswersTest {
    private static final Pattern PSEUDONYM = Pattern.compile("[A-Z]+_[0-9a-f]{16}");

    private final ScriptedProvider model = ScriptedProvider.create();

    record Wait(Duration v) {}

    record Wide(int v) {}

    record Narrow(int v) {
        Narrow {
            if (v > 10) {
                throw new JsonException("", "at most 10");
            }
        }
    }

    private AiRuntime.Builder runtime() {
        return AiRuntime.builder().addProvider(model);
    }

    private String lastMessage() {
        List<AiCall> calls = model.calls();
        List<Interaction> sent = calls.get(calls.size() - 1).effective();
        return sent.get(sent.size() - 1).text();
    }

    @Example
    @Label("W28 what fits the schema and not the type is asked again, with the path and the rule")
    void w28_whatCannotBeBound_isAskedAgain() {
        model.says("{\"v\":\"P5 minutes\"}").says("{\"v\":\"PT5M\"}");
        try (AiRuntime ai = runtime().build()) {
            assertThat(ai.send("How long?", Wait.class)).isEqualTo(new Wait(Duration.ofMinutes(5)));
        }
        assertThat(lastMessage()).contains("/v: binding (allowed: a duration, such as PT1H30M)");
    }

    @Example
    @Label("W28 what a constructor refuses is asked again in its words, if it says that they have no content")
    void w28_aConstructor_isAPartOfTheCheck() {
        model.says("{\"v\":50}").says("{\"v\":5}");
        try (AiRuntime ai = runtime().build()) {
            assertThat(ai.send("How many?", Narrow.class)).isEqualTo(new Narrow(5));
        }
        assertThat(lastMessage()).contains("binding (allowed: at most 10)");
    }

    @Example
    @Label("W28 an answer that nobody can bind is a failure, and is not in the cache")
    void w28_aUselessAnswer_isNotKept() {
        model.says("{\"v\":50}").says("{\"v\":60}").says("{\"v\":5}");
        try (AiRuntime ai = runtime().cache(ResponseStore.inMemory(10)).build()) {
            assertThatThrownBy(() -> ai.send("How many?", Narrow.class))
                    .isInstanceOf(AiException.class)
                    .hasMessageContaining("does not fit the output schema");
            assertThat(ai.send("How many?", Narrow.class)).isEqualTo(new Narrow(5));
        }
    }

    @Example
    @Label("W28 an answer in the cache that does not fit another type of the same schema is a miss")
    void w28_aHit_isBoundAgain() {
        model.says("{\"v\":50}").says("{\"v\":5}");
        try (AiRuntime ai = runtime().cache(ResponseStore.inMemory(10)).build()) {
            assertThat(ai.send("How many?", Wide.class)).isEqualTo(new Wide(50));
            assertThat(ai.send("How many?", Wide.class)).isEqualTo(new Wide(50));
            assertThat(model.calls()).hasSize(1);
            assertThat(ai.send("How many?", Narrow.class)).isEqualTo(new Narrow(5));
            assertThat(ai.send("How many?", Wide.class)).isEqualTo(new Wide(5));
        }
        assertThat(model.calls()).hasSize(2);
    }

    @Example
    @Label("W28 an answer that was asked for with a schema alone is valid by the schema")
    void w28_aSchemaAlone_decidesAlone() {
        model.says("{\"v\":50}");
        try (AiRuntime ai = runtime().build()) {
            AiBody body = AiBody.builder()
                    .addUser("How many?")
                    .outputSchema(ai.schemas().schemaOf(Narrow.class))
                    .build();
            AiReturn ret = ai.send(body);
            assertThat(ret.isOk()).isTrue();
            assertThatThrownBy(() -> ret.as(Narrow.class)).isInstanceOf(AiException.class);
        }
    }

    record Hidden(LocalDate day, long number, UUID id, Optional<Integer> count, List<String> names) {}

    @Example
    @Label("F2 with redaction, a right answer about hidden values costs one call and is bound to its type")
    void f2_hiddenValues_areRestoredBeforeTheCheck() {
        String said = "2026-03-01 123456789012 123e4567-e89b-12d3-a456-426614174000 4711 anna@example.com";
        ResponseStore store = ResponseStore.inMemory(10);
        RedactionOptions options = RedactionOptions.ofDefaults()
                .withPattern("2026-[0-9]{2}-[0-9]{2}")
                .withPattern("123456789012")
                .withPattern("4711")
                .withPattern("123e4567-[-0-9a-f]+");
        try (AiRuntime ai = runtime().redaction(options).cache(store).build()) {
            model.says("Yes.");
            ai.send(said);
            List<String> hidden = pseudonyms(lastMessage());
            assertThat(hidden).hasSize(5);
            String answer = "{\"day\":\"" + hidden.get(0) + "\",\"number\":\"" + hidden.get(1) + "\",\"id\":\""
                    + hidden.get(2) + "\",\"count\":\"" + hidden.get(3) + "\",\"names\":[\"" + hidden.get(4) + "\"]}";
            model.says(answer);

            Hidden expected = new Hidden(
                    LocalDate.of(2026, 3, 1),
                    123456789012L,
                    UUID.fromString("123e4567-e89b-12d3-a456-426614174000"),
                    Optional.of(4711),
                    List.of("anna@example.com"));
            assertThat(ai.send(said, Hidden.class)).isEqualTo(expected);
            assertThat(model.calls()).hasSize(2);
            assertThat(ai.send(said, Hidden.class)).isEqualTo(expected);
            assertThat(model.calls())
                    .as("the cache has the answer with its pseudonyms")
                    .hasSize(2);
        }
    }

    private static List<String> pseudonyms(String text) {
        List<String> found = new ArrayList<>();
        Matcher matcher = PSEUDONYM.matcher(text);
        while (matcher.find()) {
            found.add(matcher.group());
        }
        return found;
    }

    @Example
    @Label("F2 what the model is asked to correct names the pseudonym, and never the value")
    void f2_wordsForTheModel_nameThePseudonym() {
        Json choice = JsonSchemaService.oneOf(List.of("anna@example.com", "bob@example.com"));
        try (AiRuntime ai = runtime().redaction(RedactionOptions.ofDefaults()).build()) {
            AiBody body = AiBody.builder()
                    .addUser("Who?")
                    .outputSchema(Json.object()
                            .with("type", "object")
                            .with("properties", Map.of("who", choice))
                            .with("required", List.of("who")))
                    .build();
            model.says("{\"who\":\"nobody\"}").says("{\"who\":\"nobody\"}");
            assertThat(ai.send(body).isOk()).isFalse();
        }
        assertThat(model.calls()).hasSizeGreaterThan(1);
        assertThat(lastMessage()).contains("/who: enum").containsPattern(PSEUDONYM);
        for (AiCall call : model.calls()) {
            assertThat(call.effective().toString() + call.outputSchema()).doesNotContain("@example.com");
        }
    }

    @Example
    @Label("F2 a value that is wrong once it is restored is asked again")
    void f2_aRestoredValue_isWhatIsChecked() {
        record Day(LocalDate day) {}
        try (AiRuntime ai = runtime().redaction(RedactionOptions.ofDefaults()).build()) {
            model.says("Yes.");
            ai.send("anna@example.com");
            String hidden = pseudonyms(lastMessage()).get(0);
            model.says("{\"day\":\"" + hidden + "\"}").says("{\"day\":\"2026-03-01\"}");
            assertThat(ai.send("anna@example.com", Day.class)).isEqualTo(new Day(LocalDate.of(2026, 3, 1)));
        }
        assertThat(model.calls()).hasSize(3);
    }

    /** Counts the values that were created. */
    record Counted(int x, Optional<LocalDate> y) {
        static final AtomicInteger CREATED = new AtomicInteger();

        Counted {
            CREATED.incrementAndGet();
            if (x > 5) {
                throw new IllegalArgumentException("got " + x);
            }
        }
    }

    static final class Methods {
        final AtomicInteger runs = new AtomicInteger();

        @Tool("takes what its parameters say")
        String method(int x, @Param(required = false) LocalDate y) {
            runs.incrementAndGet();
            return "ran";
        }
    }

    @Property(tries = 200, edgeCases = EdgeCasesMode.NONE)
    @Label("W28 arguments are valid exactly if they are bound; checked twice, they find the same")
    void w28_arguments_areValidExactlyIfTheyAreBound(@ForAll("arguments") Json arguments) {
        AtomicInteger runs = new AtomicInteger();
        Methods methods = new Methods();
        AiTool record = AiTool.of("record", "takes a record", Counted.class, (input, context) -> {
            runs.incrementAndGet();
            return "ran";
        });
        model.callsTool("record", arguments.fields()).callsTool("method", arguments.fields());
        model.nextRound().says("Fine.");
        try (AiRuntime ai = runtime().addTools(record, methods).build();
                ConversationSession session =
                        ai.session(AiBody.builder().toolFilter("*").build())) {
            List<Interaction.ToolResult> results = session.send("Go.").toolResults();
            boolean bound = isBound(arguments);
            int x = bound ? 1 : 0;
            assertThat(results.get(0).envelope().isOk()).as(arguments.text()).isEqualTo(bound);
            assertThat(runs).hasValue(x);
            results.get(0)
                    .envelope()
                    .failure()
                    .ifPresent(failure -> assertThat(failure.code()).isEqualTo(ToolEnvelope.Code.INVALID_ARGUMENTS));
            assertThat(results.get(1).envelope().isOk()).isEqualTo(methods.runs.get() == 1);
            assertThat(methods.runs.get()).isGreaterThanOrEqualTo(x);
        }
    }

    private static boolean isBound(Json arguments) {
        try {
            arguments.as(Counted.class);
            return true;
        } catch (JsonException e) {
            return false;
        }
    }

    @Provide
    Arbitrary<Json> arguments() {
        Arbitrary<Json> numbers = Arbitraries.of("1", "5", "6", "1.0", "1.5", "2147483648", "1e30", "null", "\"x\"")
                .map(Json::parse);
        Arbitrary<Json> days = Arbitraries.of(
                        "null", "\"2026-03-01\"", "\"2026-02-30\"", "\"2026-03-01T10:00\"", "\"x\"", "[2026,3,1]", "20")
                .map(Json::parse);
        return Combinators.combine(numbers, days, Arbitraries.of("y", "z", ""))
                .as((x, y, name) -> name.isEmpty()
                        ? Json.object().with("x", x)
                        : Json.object().with("x", x).with(name, y));
    }

    @Example
    @Label("W45 an answer that says the right thing as another type is taken, with a remark")
    void w45_anAnswer_isReadAsItWasMeant() {
        model.says("{\"v\":\"5\"}");
        try (AiRuntime ai = runtime().build()) {
            AiReturn ret = ai.send(AiBody.of("How many?"), SessionOptions.ofOutput(Wide.class));
            assertThat(ret.as(Wide.class)).isEqualTo(new Wide(5));
            assertThat(ret.text()).isEqualTo("{\"v\":5}");
            assertThat(ret.trace().steps().toString()).contains("written as another type");
        }
        assertThat(model.calls()).hasSize(1);
    }

    @Example
    @Label("W45 arguments that say the right thing as another type are taken, with a remark")
    void w45_arguments_areReadAsTheyWereMeant() {
        List<Counted> seen = new ArrayList<>();
        AiTool tool = AiTool.of("record", "takes a record", Counted.class, (input, context) -> seen.add(input));
        model.callsTool("record", Map.of("x", "5", "y", "2026-03-01"))
                .nextRound()
                .says("Fine.");
        List<String> traces = new ArrayList<>();
        try (AiRuntime ai = runtime().addTools(tool).build();
                ConversationSession session =
                        ai.session(AiBody.builder().toolFilter("*").build())) {
            AiReturn ret = session.send("Go.");
            assertThat(ret.toolResults().get(0).envelope().isOk()).isTrue();
            traces.add(ret.trace().steps().toString());
        }
        assertThat(seen).containsExactly(new Counted(5, Optional.of(LocalDate.of(2026, 3, 1))));
        assertThat(traces.toString()).contains("read as they were meant");
    }

    @Example
    @Label("W28 arguments that cannot be bound are refused before any other check of them, and before anybody is asked")
    void w28_arguments_areBoundBeforeAnApproval() {
        AtomicInteger checked = new AtomicInteger();
        AiTool tool = AiTool.of("record", "takes a record", Narrow.class, (input, context) -> "ran");
        model.callsTool("record", Map.of("v", 50)).nextRound().says("Fine.");
        try (AiRuntime ai = runtime()
                        .addTools(tool)
                        .addArgumentValidator("count", Strictness.STRICT, "*", call -> {
                            checked.incrementAndGet();
                            return ValidationResult.OK;
                        })
                        .build();
                ConversationSession session =
                        ai.session(AiBody.builder().toolFilter("*").build())) {
            ToolEnvelope envelope = session.send("Go.").toolResults().get(0).envelope();
            assertThat(envelope.failure().orElseThrow().message()).contains("at most 10");
        }
        assertThat(checked).hasValue(0);
    }
}
