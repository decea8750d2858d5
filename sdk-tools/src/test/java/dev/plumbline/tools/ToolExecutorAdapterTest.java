package dev.plumbline.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Selector;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.json.Json;
import dev.plumbline.policy.ToolPolicy;
import dev.plumbline.tool.IToolExecutor;
import dev.plumbline.tool.ToolContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A host's own executor as the base of what extensions bring. */
class ToolExecutorAdapterTest {
    private static final FakeSchemaService SCHEMAS = new FakeSchemaService();

    private final ToolExecutorFixture bench = new ToolExecutorFixture();
    private final Own own =
            new Own(call -> ToolEnvelope.ok(Json.of("theirs " + call.arguments().text())));
    private final List<String> log = new ArrayList<>();

    @AfterEach
    void close() {
        bench.close();
    }

    private ToolRuntime base() {
        return bench.with(builder -> builder.executor(own)).executor();
    }

    private ToolPolicy logging(String name) {
        return new ToolPolicy() {
            @Override
            public ToolEnvelope around(ToolContext call, Next next) {
                log.add(name + " " + call.call().name());
                return next.proceed(call);
            }
        };
    }

    private ToolEnvelope run(IToolExecutor tools, String tool) {
        return tools.execute(List.of(bench.call(tool, Map.of("n", 1))), bench.scope())
                .get(0);
    }

    @Test
    @DisplayName("A9 a host's own executor is the base of what extensions bring")
    void a9_hostsOwnExecutor_isTheBaseOfSessionExtensions() {
        try (ToolRuntime session = ToolRuntime.builder(SCHEMAS)
                .addTools(List.of(ToolExecutorFixture.tool("extra", (in, ctx) -> "ours")), "guest")
                .addToolPolicy("session", Selector.ALL, logging("session"), "guest")
                .on(base())) {
            assertThat(session.definitions(Selector.ALL))
                    .extracting(ToolDefinition::name)
                    .containsExactly("extra", "measure");
            assertThat(session.definitions(Selector.of("@theirs"))).hasSize(1);
            assertThat(run(session, "measure").result()).isEqualTo(Json.parse("{\"value\":\"theirs {\\\"n\\\":1}\"}"));
            assertThat(run(session, "extra").isOk()).isTrue();
        }
        assertThat(log).containsExactly("session measure", "session extra");
    }

    @Test
    @DisplayName("A9 approvals hold for the tools of another executor")
    void a9_approvals_holdForItsTools() {
        bench.with(builder -> builder.approvals(ApprovalRules.ofDefaults()));
        assertThat(ToolExecutorFixture.code(run(base(), "measure"))).isEqualTo(ToolEnvelope.Code.DENIED);
        assertThat(own.calls).isEmpty();
    }

    @Test
    void arguments_areCheckedBeforeItSeesThem() {
        ToolEnvelope refused = base().execute(List.of(bench.call("measure", List.of())), bench.scope())
                .get(0);
        assertThat(ToolExecutorFixture.code(refused)).isEqualTo(ToolEnvelope.Code.INVALID_ARGUMENTS);
        assertThat(own.calls).isEmpty();
    }

    @Test
    void executorThatThrowsOrHasNoAnswer_failsItsCallAlone() {
        own.answer = call -> {
            throw new AssertionError("secret");
        };
        ToolEnvelope failed = run(base(), "measure");
        assertThat(ToolExecutorFixture.code(failed)).isEqualTo(ToolEnvelope.Code.FAILED);
        assertThat(failed.failure().orElseThrow().message()).doesNotContain("secret");
    }

    @Test
    void oneCall_isReportedOnce_andWhatHappensInItIsPassedOn() {
        try (ToolExecutorFixture inner = new ToolExecutorFixture().with(ToolExecutorFixture.tool("t", (in, ctx) -> {
            ctx.progress(0.5, "half");
            return 1;
        }))) {
            ToolRuntime outer =
                    bench.with(builder -> builder.executor(inner.executor())).executor();
            assertThat(run(outer, "t").isOk()).isTrue();
        }
        assertThat(bench.seen).containsExactly("start c1", "half", "end c1");
        assertThat(bench.traces).hasSize(1);
        assertThat(bench.events.stream().map(TelemetryEvent::getClass).map(Class::getSimpleName))
                .containsExactly("ToolsRequested", "ToolStarted", "ToolProgressed", "ToolFinished");
    }

    @Test
    void turnThatEnds_reachesIt() throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch cancelled = new CountDownLatch(1);
        own.inScope = scope -> {
            scope.cancellation().onCancel(cancelled::countDown);
            running.countDown();
            await(cancelled);
        };
        base();
        CompletableFuture<List<ToolEnvelope>> outcome = bench.start("measure");
        running.await();
        bench.turn.cancel("enough");
        assertThat(ToolExecutorFixture.code(outcome.get().get(0))).isEqualTo(ToolEnvelope.Code.CANCELLED);
        cancelled.await();
    }

    @Test
    void close_leavesItOpen_andWhatItAbandonedIsCounted() {
        own.abandoned = 2;
        ToolRuntime base = base();
        assertThat(base.abandonedCount()).isEqualTo(2);
        bench.close();
        assertThat(own.closed).isFalse();
    }

    @Test
    void nameGivenTwice_isRefused_andTheyAreGivenToTheBaseAlone() {
        assertThatThrownBy(() -> ToolRuntime.builder(SCHEMAS)
                        .time(bench.clock)
                        .executor(own)
                        .addTools(List.of(ToolExecutorFixture.tool("measure", (in, ctx) -> 1)), "")
                        .build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the host")
                .hasMessageContaining("theirs");
        ToolRuntime base = base();
        assertThatThrownBy(() -> ToolRuntime.builder(SCHEMAS).executor(own).on(base))
                .isInstanceOf(IllegalStateException.class);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** An executor of one tool that knows nothing of ours. */
    private static final class Own implements IToolExecutor {
        final List<Interaction.ToolCall> calls = new ArrayList<>();
        Function<Interaction.ToolCall, ToolEnvelope> answer;
        Consumer<CallScope> inScope = scope -> {};
        int abandoned;
        boolean closed;

        Own(Function<Interaction.ToolCall, ToolEnvelope> answer) {
            this.answer = answer;
        }

        @Override
        public List<ToolEnvelope> execute(List<Interaction.ToolCall> batch, CallScope scope) {
            calls.addAll(batch);
            inScope.accept(scope);
            return batch.stream().map(answer).toList();
        }

        @Override
        public List<ToolDefinition> definitions(Selector filter) {
            ToolDefinition only = new ToolDefinition(
                    "measure",
                    "measures",
                    Json.parse("{\"type\":\"object\",\"required\":[]}"),
                    Optional.empty(),
                    Set.of("destructive"),
                    "theirs");
            return filter.matches(only.name(), only.tags(), only.owner()) ? List.of(only) : List.of();
        }

        @Override
        public int abandonedCount() {
            return abandoned;
        }

        @Override
        public void close() {
            closed = true;
        }
    }
}
