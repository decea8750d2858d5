package dev.plumbline.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Selector;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.json.Json;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.IToolExecutor;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** An executor of the program's own in a runtime. */
class OwnExecutorTest {
    private static final AiBody BODY = AiBody.builder().toolFilter("*").build();

    private final ScriptedProvider model = ScriptedProvider.create();
    private final List<String> closed = new CopyOnWriteArrayList<>();

    /** An executor of two tools, one of which is destructive. */
    private final class Own implements IToolExecutor {
        private final Function<Interaction.ToolCall, List<ToolEnvelope>> runs;

        Own(Function<Interaction.ToolCall, List<ToolEnvelope>> runs) {
            this.runs = runs;
        }

        @Override
        public List<ToolEnvelope> execute(List<Interaction.ToolCall> calls, CallScope scope) {
            assertThat(calls).hasSize(1);
            return runs.apply(calls.get(0));
        }

        @Override
        public List<ToolDefinition> definitions(Selector filter) {
            return List.of(definition("draw", Set.of()), definition("wipe", Set.of("destructive")));
        }

        private static ToolDefinition definition(String name, Set<String> tags) {
            return new ToolDefinition(
                    name,
                    "Does " + name + ".",
                    Json.object().with("type", Json.of("object")),
                    Optional.empty(),
                    tags,
                    "");
        }

        @Override
        public void close() {
            closed.add("closed");
        }
    }

    private List<ToolEnvelope> results(IToolExecutor executor, String tool) {
        model.callsTool(tool, Map.of()).says("Done.");
        try (AiRuntime ai =
                AiRuntime.builder().addProvider(model).addToolExecutor(executor).build()) {
            AiReturn ret = ai.session(BODY).send("Go.");
            assertThat(ret.text()).isEqualTo("Done.");
            return ret.toolResults().stream()
                    .map(Interaction.ToolResult::envelope)
                    .toList();
        }
    }

    @Test
    @DisplayName("A26 the tools of an own executor run, and the caller closes it")
    void a26_ownTools_run() {
        Own own = new Own(call -> List.of(ToolEnvelope.ok(call.name() + " done")));
        assertThat(results(own, "draw")).hasSize(1).allMatch(ToolEnvelope::isOk);
        assertThat(closed).isEmpty();
    }

    @Test
    @DisplayName("A26 approvals apply around an own executor: nobody approved, nothing runs")
    void a26_destructive_needsAnApproval() {
        List<String> ran = new CopyOnWriteArrayList<>();
        Own own = new Own(call -> {
            ran.add(call.name());
            return List.of(ToolEnvelope.ok(""));
        });
        assertThat(results(own, "wipe")).hasSize(1).noneMatch(ToolEnvelope::isOk);
        assertThat(ran).isEmpty();
    }

    @Test
    @DisplayName("A26 an executor that returns nonsense fails the call, in words for its author")
    void a26_nonsense_failsTheCall() {
        for (Own own : List.of(
                new Own(call -> null),
                new Own(call -> List.of()),
                new Own(call -> List.of(ToolEnvelope.ok(1), ToolEnvelope.ok(2))),
                new Own(call -> {
                    throw new IllegalStateException("broken");
                }))) {
            List<ToolEnvelope> results = results(own, "draw");
            assertThat(results).hasSize(1).noneMatch(ToolEnvelope::isOk);
            assertThat(results.get(0).failure().map(ToolEnvelope.Failure::effect))
                    .contains(ToolEnvelope.Effect.UNKNOWN);
        }
    }

    @Test
    @DisplayName("C2 whatever an executor returns or throws, each call has one envelope whose effect is unknown")
    void c2_foreignReturns_areFailuresInWords() {
        List<UnaryOperator<List<ToolEnvelope>>> wrong = List.of(
                ok -> Arrays.asList((ToolEnvelope) null),
                ok -> Arrays.asList(ok.get(0), null),
                ok -> {
                    throw new StackOverflowError();
                },
                ok -> {
                    throw new OutOfMemoryError("of the tool");
                },
                ok -> {
                    throw new NoClassDefFoundError("com/acme/Missing");
                });
        for (UnaryOperator<List<ToolEnvelope>> each : wrong) {
            List<ToolEnvelope> results = results(new Own(call -> each.apply(List.of(ToolEnvelope.ok("done")))), "draw");
            assertThat(results).hasSize(1).noneMatch(ToolEnvelope::isOk);
            ToolEnvelope.Failure failure = results.get(0).failure().orElseThrow();
            assertThat(failure.effect()).isEqualTo(ToolEnvelope.Effect.UNKNOWN);
            assertThat(failure.message())
                    .doesNotContain("Index", "null pointer")
                    .isNotBlank();
        }
    }

    @Test
    @DisplayName("C2 a result of 50 MB is sent in part")
    void c2_hugeResult_isSentInPart() {
        String huge = "wall ".repeat(10_000_000);
        List<ToolEnvelope> results = results(new Own(call -> List.of(ToolEnvelope.ok(huge))), "draw");
        assertThat(results).hasSize(1).allMatch(ToolEnvelope::isOk);
        assertThat(results.get(0).utf8Length()).isLessThan(1_000_000);
    }

    @Test
    @DisplayName("C2 an executor that ignores a cancel ends neither late nor as if it had not begun")
    void c2_deafExecutor_leavesAnUnknownEffect() throws Exception {
        CountDownLatch began = new CountDownLatch(1);
        CountDownLatch over = new CountDownLatch(1);
        Own deaf = new Own(call -> {
            began.countDown();
            try {
                over.await();
            } catch (InterruptedException ignored) {
                // deaf to that, too
            }
            return List.of(ToolEnvelope.ok("late"));
        });
        model.callsTool("draw", Map.of()).says("Done.");
        try (AiRuntime ai = AiRuntime.builder()
                        .addProvider(model)
                        .addToolExecutor(deaf)
                        .build();
                ConversationSession session = ai.session(BODY)) {
            CompletableFuture<AiReturn> turn = session.sendAsync("Go.").toCompletableFuture();
            began.await();
            session.cancel("enough");
            AiReturn ret = turn.get(30, TimeUnit.SECONDS);
            assertThat(ret.isOk()).isFalse();
            assertThat(ret.toolResults()).hasSize(1);
            assertThat(ret.toolResults().get(0).envelope().failure().map(ToolEnvelope.Failure::effect))
                    .contains(ToolEnvelope.Effect.UNKNOWN);
            over.countDown();
        }
    }

    @Test
    @DisplayName("A26 a name that the program's own tools have is refused, and tools of a session are added")
    void a26_namesAreUnique_andASessionAdds() {
        Own own = new Own(call -> List.of(ToolEnvelope.ok("")));
        AiRuntime.Builder builder = AiRuntime.builder().addProvider(model).addToolExecutor(own);
        model.says("Yes.");
        try (AiRuntime ai = builder.build()) {
            ai.session(BODY, SessionOptions.none(), more -> more.addTools(tool("measure")))
                    .send("Well?");
            assertThat(model.calls().get(0).tools())
                    .extracting(ToolDefinition::name)
                    .contains("draw", "measure", "wipe");
        }
        builder.addTools(tool("draw"));
        assertThatThrownBy(builder::build)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("tool draw");
    }

    @Test
    @DisplayName("A14 what a builder gets after build() is not in the runtime that was built")
    void a14_builderUsedAgain_changesNoRuntime() {
        AiRuntime.Builder builder = AiRuntime.builder().addProvider(model);
        model.says("Yes.");
        try (AiRuntime ai = builder.build()) {
            AiRuntime.Builder unused = builder.addTools(tool("late"));
            ai.session(BODY, SessionOptions.none(), more -> more.addTools(tool("measure")))
                    .send("Well?");
            assertThat(model.calls().get(0).tools())
                    .extracting(ToolDefinition::name)
                    .contains("measure")
                    .doesNotContain("late");
        }
    }

    record Nothing() {}

    private static AiTool tool(String name) {
        return AiTool.of(name, "Does " + name + ".", Nothing.class, (none, context) -> "done");
    }
}
