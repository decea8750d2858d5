package dev.plumbline.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Selector;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.State;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.event.TelemetryName;
import dev.plumbline.json.Json;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.IToolExecutor;
import dev.plumbline.tool.Param;
import dev.plumbline.tool.Tool;
import dev.plumbline.tool.ToolContext;
import dev.plumbline.tool.ToolException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ToolRuntimeTest {
    private final VirtualClock clock = VirtualClock.create();
    private final Cancellation turn = Cancellation.create(clock);
    private final List<TelemetryEvent> events = new ArrayList<>();
    private final List<IToolExecutor> opened = new ArrayList<>();

    @AfterEach
    void closeAll() {
        opened.forEach(IToolExecutor::close);
    }

    private IToolExecutor executor(AiTool... tools) {
        IToolExecutor executor = ToolRuntime.builder(new FakeSchemaService())
                .addTools(List.of(tools), "")
                .time(clock)
                .build();
        opened.add(executor);
        return executor;
    }

    private ToolEnvelope run(IToolExecutor executor, String name, String arguments) {
        return run(executor, name, Json.parse(arguments), "*");
    }

    private ToolEnvelope run(IToolExecutor executor, String name, Json arguments, String filter) {
        IToolExecutor.CallScope scope = new IToolExecutor.CallScope(
                new CallIds("s", "t", 1, ""),
                Selector.of(filter),
                List.of(),
                turn,
                State.inMemory(),
                State.inMemory(),
                events::add,
                1,
                IToolExecutor.CallListener.NONE);
        return executor.execute(List.of(new Interaction.ToolCall("c1", name, arguments)), scope)
                .get(0);
    }

    private static ToolEnvelope.Code code(ToolEnvelope envelope) {
        return envelope.failure().orElseThrow().code();
    }

    record MoveWall(@Param("id of the wall") String id, double dx, Optional<Double> dy) {
        MoveWall {
            if (id.isEmpty()) {
                throw new IllegalArgumentException("secret reason");
            }
        }
    }

    private static AiTool lambda(AiTool.Handler<Json> handler) {
        return AiTool.of("t", "a tool", Json.parse("{\"type\":\"object\",\"required\":[]}"), handler);
    }

    private static final class Walls {
        private final AtomicInteger drawn = new AtomicInteger();

        @Tool("Draws a wall.")
        private String drawWall(double x1, @Param(name = "y1") double y1, Optional<String> label, ToolContext ctx) {
            drawn.incrementAndGet();
            return x1 + "/" + y1 + "/" + label.orElse("none") + "/" + ctx.ids().turn();
        }

        @Tool(value = "Lists the walls.", readOnly = true, tags = "query")
        List<String> walls() {
            return List.of("w1", "w2");
        }

        @Tool("Clears.")
        void clear() {}
    }

    @Test
    @Tag("SH76")
    @Tag("B21")
    void annotatedMethods_privateOnesToo_areTools() {
        IToolExecutor executor = executor(AiTool.from(new Walls()).toArray(AiTool[]::new));
        assertThat(executor.definitions(Selector.ALL))
                .extracting(ToolDefinition::name)
                .containsExactly("clear", "drawWall", "walls");
        assertThat(executor.definitions(Selector.of("#read-only, #query")))
                .extracting(ToolDefinition::isReadOnly)
                .containsExactly(true);
        assertThat(run(executor, "drawWall", "{\"x1\":1,\"y1\":2.5,\"label\":\"a\"}")
                        .result()
                        .text())
                .isEqualTo("{\"value\":\"1.0/2.5/a/t\"}");
        assertThat(run(executor, "drawWall", "{\"x1\":1,\"y1\":2}").result().text())
                .isEqualTo("{\"value\":\"1.0/2.0/none/t\"}");
        assertThat(run(executor, "walls", "{}").result().text()).isEqualTo("{\"items\":[\"w1\",\"w2\"]}");
        assertThat(run(executor, "clear", "{}").toJson().text()).isEqualTo("{\"ok\":true,\"result\":{}}");
    }

    private static final class Pages {
        @Tool("Lists some.")
        String some(OptionalInt from, OptionalLong size, OptionalDouble scale) {
            return from + " " + size + " " + scale;
        }
    }

    @Test
    @DisplayName("61 a number that may be missing may be missing, as tools.md says")
    void n61_optionalNumbers_mayBeMissing() {
        IToolExecutor executor = executor(AiTool.from(new Pages()).toArray(AiTool[]::new));
        assertThat(run(executor, "some", "{}").result().get("value").asText())
                .isEqualTo("OptionalInt.empty OptionalLong.empty OptionalDouble.empty");
        assertThat(run(executor, "some", "{\"from\":1,\"size\":2,\"scale\":0.5}")
                        .result()
                        .get("value")
                        .asText())
                .isEqualTo("OptionalInt[1] OptionalLong[2] OptionalDouble[0.5]");
    }

    @Test
    @DisplayName("C3 a runtime that was given no clock has the machine's, and closes it")
    void c3_withoutAClock_hasTheMachines() throws InterruptedException {
        ToolRuntime runtime = ToolRuntime.builder(new FakeSchemaService())
                .addTools(List.of(lambda((in, context) -> "done")), "")
                .build();
        assertThat(run(runtime, "t", Json.object(), "*").isOk()).isTrue();
        runtime.close();
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().equals("plumbline-tool-timer")) {
                thread.join(); // it ends, because its scheduler is closed
            }
        }
    }

    @Test
    void recordInput_isBoundAndItsRefusalIsAFaultOfTheArguments() {
        IToolExecutor executor = executor(AiTool.of(
                "move_wall",
                "Moves a wall.",
                MoveWall.class,
                (in, ctx) -> Map.of("at", in.dx() + in.dy().orElse(0.0))));
        assertThat(run(executor, "move_wall", "{\"id\":\"w1\",\"dx\":2}")
                        .result()
                        .text())
                .isEqualTo("{\"at\":2}");
        ToolEnvelope refused = run(executor, "move_wall", "{\"id\":\"\",\"dx\":2}");
        assertThat(code(refused)).isEqualTo(ToolEnvelope.Code.INVALID_ARGUMENTS);
        assertThat(refused.toJson().text()).doesNotContain("secret");
    }

    private static final class Faulty {
        @Tool(value = "One.", name = "no good name")
        void one() {}

        @Tool(value = "Two.", timeoutMillis = 0)
        void two() {}
    }

    @Test
    void allFaultsOfAnObject_areReportedAtOnce() {
        assertThatThrownBy(() -> AiTool.from(new Faulty()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Faulty.one: a tool's name is", "Faulty.two: timeoutMillis");
        assertThatThrownBy(() -> AiTool.from("no tools here")).hasMessageContaining("no method annotated @Tool");
        assertThatThrownBy(() -> AiTool.of("t", "d", String.class, (in, ctx) -> in))
                .hasMessageContaining("no record");
    }

    @Test
    @Tag("F63")
    @Tag("A3")
    @Tag("A4")
    @DisplayName("63 a name used twice is refused when the runtime is built, and so is an input without a schema")
    void nameUsedTwiceAndInputWithoutSchema_areRefusedAtBuild() {
        AiTool tool = lambda((in, ctx) -> 1);
        assertThatThrownBy(() -> ToolRuntime.builder(new FakeSchemaService())
                        .time(clock)
                        .addTools(List.of(tool), "")
                        .addTools(List.of(tool), "com.acme.walls")
                        .build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "tool t: given by the host and by com.acme.walls; names are unique: give one another name, as"
                                + " with @Tool(name = \"…\")");
        record Anything(Object what) {}
        assertThatThrownBy(() -> executor(AiTool.of("any", "d", Anything.class, (in, ctx) -> 1)))
                .hasMessageContaining("tool any: what is an Object");
    }

    @ParameterizedTest(name = "45 arguments that are {0} never reach the tool")
    @Tag("F45")
    @ValueSource(strings = {"\"{\\\"x1\\\":1\"", "\"\"", "null", "[1]", "5", "{\"x1\":\"secret\",\"y1\":2}", "{}"})
    void badArguments_areAnEnvelopeAndTheToolDoesNotRun(String arguments) {
        Walls walls = new Walls();
        ToolEnvelope envelope = run(executor(AiTool.from(walls).toArray(AiTool[]::new)), "drawWall", arguments);
        assertThat(code(envelope)).isEqualTo(ToolEnvelope.Code.INVALID_ARGUMENTS);
        assertThat(envelope.failure().orElseThrow().retryable()).isTrue();
        assertThat(envelope.toJson().text()).doesNotContain("secret").contains("not_started");
        assertThat(walls.drawn).hasValue(0);
    }

    @ParameterizedTest(name = "46 the name \"{0}\" is no tool, and the answer lists those there are")
    @Tag("F46")
    @ValueSource(strings = {"drawwall", "DRAWWALL", "drаwWall", "", "delete_everything", "drawWall "})
    void unknownName_isAnEnvelopeWithTheNamesThereAre(String name) {
        IToolExecutor executor = executor(AiTool.from(new Walls()).toArray(AiTool[]::new));
        ToolEnvelope envelope = run(executor, name, "{}");
        assertThat(code(envelope)).isEqualTo(ToolEnvelope.Code.TOOL_NOT_FOUND);
        assertThat(envelope.failure().orElseThrow().message()).contains("clear, drawWall, walls");
        assertThat(events)
                .anySatisfy(event -> assertThat(event)
                        .isInstanceOfSatisfying(
                                TelemetryEvent.ToolFinished.class,
                                e -> assertThat(e.tool()).isEqualTo(TelemetryName.OTHER)));
    }

    @Test
    @DisplayName("R18 a wrong name of a tool is answered with the name that was probably meant")
    void r18_nearestName() {
        IToolExecutor executor = executor(AiTool.from(new Walls()).toArray(AiTool[]::new));
        assertThat(run(executor, "draw_wall", "{}").failure().orElseThrow().message())
                .startsWith("There is no such tool. Did you mean drawWall? Available tools: clear, drawWall");
        assertThat(run(executor, "delete_everything", "{}")
                        .failure()
                        .orElseThrow()
                        .message())
                .doesNotContain("Did you mean");
    }

    @Test
    @Tag("A5")
    void filteredTool_isRefusedAtDispatchAndNotNamed() {
        IToolExecutor executor = executor(AiTool.from(new Walls()).toArray(AiTool[]::new));
        ToolEnvelope envelope = run(executor, "clear", Json.parse("{}"), "#read-only");
        assertThat(code(envelope)).isEqualTo(ToolEnvelope.Code.TOOL_NOT_FOUND);
        assertThat(envelope.failure().orElseThrow().message()).contains("walls").doesNotContain("clear", "drawWall");
        assertThat(run(executor, "walls", Json.parse("{}"), "")
                        .failure()
                        .orElseThrow()
                        .message())
                .contains("no tools are available");
    }

    @Test
    @Tag("SH77")
    @Tag("SH93")
    @Tag("F49")
    @DisplayName("49 one envelope per call, in call order")
    void envelopes_comeInCallOrder() {
        IToolExecutor executor = executor(lambda((in, ctx) -> in.get("n")));
        IToolExecutor.CallScope scope = new IToolExecutor.CallScope(
                CallIds.NONE,
                Selector.ALL,
                List.of(),
                turn,
                State.inMemory(),
                State.inMemory(),
                e -> {},
                1,
                IToolExecutor.CallListener.NONE);
        List<ToolEnvelope> envelopes = executor.execute(List.of(call("a", 1), call("b", 2), call("a", 3)), scope);
        assertThat(envelopes).extracting(e -> e.result().get("value").asInt()).containsExactly(1, 2, 3);
    }

    private static Interaction.ToolCall call(String id, int n) {
        return new Interaction.ToolCall(id, "t", Json.of(Map.of("n", n)));
    }

    @Test
    @Tag("SH79")
    @Tag("SH91")
    @Tag("SH118")
    @Tag("F54")
    @DisplayName("54 an exception is FAILED with the class name only; a ToolException speaks")
    void exceptions_areEnvelopesWithoutTheirWords() {
        Exception selfCaused = new IllegalStateException("secret") {
            @Override
            public synchronized Throwable getCause() {
                return this;
            }
        };
        for (Exception thrown :
                List.of(new IllegalStateException("secret"), new Exception((String) null), selfCaused)) {
            ToolEnvelope envelope = run(
                    executor(lambda((in, ctx) -> {
                        throw thrown;
                    })),
                    "t",
                    "{}");
            assertThat(code(envelope)).isEqualTo(ToolEnvelope.Code.FAILED);
            assertThat(envelope.toJson().text())
                    .contains(thrown.getClass().getName().replace("$", "$"))
                    .doesNotContain("secret");
        }
        ToolEnvelope spoken = run(
                executor(lambda((in, ctx) -> {
                    throw new ToolException("No wall w7. There are w1 to w4.");
                })),
                "t",
                "{}");
        assertThat(spoken.failure().orElseThrow().message()).isEqualTo("No wall w7. There are w1 to w4.");
    }

    @Test
    @DisplayName("61 16 what a tool says of itself, such as read-only, makes no effect certain")
    void n61_16_aFailureOfAReadOnlyTool_isUnknown() {
        AiTool.Handler<Json> throwing = (in, ctx) -> {
            throw new ToolException("No wall w7.");
        };
        assertThat(effect(lambda(throwing).withReadOnly())).isEqualTo(ToolEnvelope.Effect.UNKNOWN);
        assertThat(effect(lambda(throwing))).isEqualTo(ToolEnvelope.Effect.UNKNOWN);
    }

    private ToolEnvelope.Effect effect(AiTool tool) {
        return run(executor(tool), "t", "{}").failure().orElseThrow().effect();
    }

    @Test
    @Tag("SH77")
    @Tag("C89")
    @Tag("F55")
    @DisplayName("55 StackOverflowError, NoClassDefFoundError, AssertionError: FAILED, and the next call works")
    void errors_areEnvelopesAndTheExecutorLives() {
        IToolExecutor executor = executor(lambda((in, ctx) -> {
            switch (in.get("n").asInt()) {
                case 1 -> throw new StackOverflowError();
                case 2 -> throw new NoClassDefFoundError("secret/Type");
                case 3 -> throw new AssertionError("secret");
                default -> {
                    return "fine";
                }
            }
        }));
        for (int n = 1; n <= 3; n++) {
            ToolEnvelope envelope = run(executor, "t", "{\"n\":" + n + "}");
            assertThat(code(envelope)).isEqualTo(ToolEnvelope.Code.FAILED);
            assertThat(envelope.toJson().text()).doesNotContain("secret");
        }
        assertThat(run(executor, "t", "{\"n\":4}").isOk()).isTrue();
    }

    @Test
    @Tag("SH80")
    @Tag("F58")
    @DisplayName("58 NaN, a cycle, a lone surrogate or something without a JSON form: INVALID_RESULT, effect done")
    void resultsWithoutAJsonForm_areSaidSo() {
        Map<String, Object> cyclic = new HashMap<>();
        cyclic.put("self", cyclic);
        for (Object result : List.of(Double.NaN, cyclic, "\ud800", new Object())) {
            ToolEnvelope envelope = run(executor(lambda((in, ctx) -> result)), "t", "{}");
            assertThat(code(envelope)).isEqualTo(ToolEnvelope.Code.INVALID_RESULT);
            assertThat(envelope.failure().orElseThrow().effect()).isEqualTo(ToolEnvelope.Effect.DONE);
        }
        assertThat(run(executor(lambda((in, ctx) -> null)), "t", "{}").toJson().text())
                .isEqualTo("{\"ok\":true,\"result\":{}}");
    }

    @Test
    @Tag("SH8")
    @Tag("SH80")
    @Tag("F138")
    @DisplayName("138 a tool that returns {\"ok\":…} or error keys itself is wrapped, never merged")
    void aToolsOwnOk_staysInside() {
        ToolEnvelope envelope =
                run(executor(lambda((in, ctx) -> Map.of("ok", false, "error", Map.of("code", "DENIED")))), "t", "{}");
        assertThat(envelope.isOk()).isTrue();
        assertThat(envelope.toJson().get("result").get("error").get("code").asText())
                .isEqualTo("DENIED");
        ToolEnvelope own = ToolEnvelope.ok("mine").withStopsTurn(true);
        assertThat(run(executor(lambda((in, ctx) -> own)), "t", "{}")).isEqualTo(own);
    }

    @Test
    @Tag("SH85")
    @Tag("SH87")
    void events_carryNamesTimesAndCodesOnly() {
        run(
                executor(lambda((in, ctx) -> {
                    ctx.progress(0.5, "half way");
                    clock.advance(Duration.ofMillis(3));
                    return "secret";
                })),
                "t",
                "{}");
        assertThat(events).hasSize(4).first().isInstanceOf(TelemetryEvent.ToolsRequested.class);
        assertThat(events.get(1)).isInstanceOf(TelemetryEvent.ToolStarted.class);
        assertThat(events.get(2)).isInstanceOf(TelemetryEvent.ToolProgressed.class);
        assertThat(events.get(3)).isInstanceOfSatisfying(TelemetryEvent.ToolFinished.class, done -> {
            assertThat(done.took()).isEqualTo(Duration.ofMillis(3));
            assertThat(done.code()).hasToString("ok");
            assertThat(done.resultBytes()).isEqualTo("{\"ok\":true,\"result\":{\"value\":\"secret\"}}".length());
        });
        assertThat(events.toString()).doesNotContain("secret", "half way");
    }
}
