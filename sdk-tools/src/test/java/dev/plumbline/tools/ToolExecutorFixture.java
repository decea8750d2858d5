package dev.plumbline.tools;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Selector;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiReturn.Trace;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.State;
import dev.plumbline.event.AiError;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.json.Json;
import dev.plumbline.policy.ToolPolicy;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.IToolExecutor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** An executor on a virtual clock, and what can be seen of it. Closed after each test. */
final class ToolExecutorFixture implements AutoCloseable {
    final VirtualClock clock = VirtualClock.create();
    final Cancellation turn = Cancellation.create(clock);
    final State state = State.inMemory();
    final State approvals = State.inMemory();
    final List<TelemetryEvent> events = new CopyOnWriteArrayList<>();
    final List<AiError> endings = new CopyOnWriteArrayList<>();
    final List<String> seen = new CopyOnWriteArrayList<>();
    final List<Trace> traces = new CopyOnWriteArrayList<>();
    private final List<AiTool> tools = new ArrayList<>();
    private UnaryOperator<ToolRuntime.Builder> more = UnaryOperator.identity();
    private int parallel = 1;
    private int ids;
    private ToolRuntime executor;

    /** A tool that takes any object. */
    static AiTool tool(String name, AiTool.Handler<Json> handler) {
        return AiTool.of(name, "a tool", Json.parse("{\"type\":\"object\",\"required\":[]}"), handler);
    }

    ToolExecutorFixture with(AiTool... several) {
        tools.addAll(Arrays.asList(several));
        return this;
    }

    ToolExecutorFixture with(UnaryOperator<ToolRuntime.Builder> change) {
        UnaryOperator<ToolRuntime.Builder> before = more;
        more = builder -> change.apply(before.apply(builder));
        return this;
    }

    ToolExecutorFixture policy(String name, ToolPolicy policy) {
        return with(builder -> builder.addToolPolicy(name, Selector.ALL, policy, ""));
    }

    ToolExecutorFixture parallel(int atOnce) {
        parallel = atOnce;
        return this;
    }

    ToolRuntime executor() {
        if (executor == null) {
            executor = more.apply(ToolRuntime.builder(new FakeSchemaService())
                            .addTools(tools, "")
                            .time(clock))
                    .build();
        }
        return executor;
    }

    IToolExecutor.CallScope scope() {
        CallIds whose = new CallIds("s", "t", 1, "");
        return new IToolExecutor.CallScope(
                whose, Selector.ALL, List.of(), turn, state, approvals, events::add, parallel, new Seeing());
    }

    Interaction.ToolCall call(String tool, Object arguments) {
        return new Interaction.ToolCall("c" + ++ids, tool, Json.of(arguments));
    }

    ToolEnvelope run(String tool, Object arguments) {
        return run(call(tool, arguments)).get(0);
    }

    ToolEnvelope run(String tool) {
        return run(tool, Map.of());
    }

    List<ToolEnvelope> run(Interaction.ToolCall... calls) {
        return executor().execute(List.of(calls), scope());
    }

    /** So many calls, numbered from 0 in {@code n}. */
    List<ToolEnvelope> runMany(String tool, int count) {
        return run(IntStream.range(0, count)
                .mapToObj(n -> call(tool, Map.of("n", n)))
                .toArray(Interaction.ToolCall[]::new));
    }

    CompletableFuture<List<ToolEnvelope>> start(Interaction.ToolCall... calls) {
        CompletableFuture<List<ToolEnvelope>> outcome = new CompletableFuture<>();
        executor();
        Thread thread = new Thread(
                () -> {
                    try {
                        outcome.complete(run(calls));
                    } catch (RuntimeException | Error e) {
                        outcome.completeExceptionally(e);
                    }
                },
                "caller");
        thread.setDaemon(true);
        thread.start();
        return outcome;
    }

    CompletableFuture<List<ToolEnvelope>> start(String tool) {
        return start(call(tool, Map.of()));
    }

    static ToolEnvelope.Code code(ToolEnvelope envelope) {
        return envelope.failure().orElseThrow().code();
    }

    static ToolEnvelope.Effect effect(ToolEnvelope envelope) {
        return envelope.failure().orElseThrow().effect();
    }

    @Override
    public void close() {
        if (executor != null) {
            executor.close();
        }
    }

    private final class Seeing implements IToolExecutor.CallListener {
        @Override
        public void starting(Interaction.ToolCall call, IToolExecutor.RunArguments with) {
            boolean same = with.equals(IToolExecutor.RunArguments.of(call));
            String words = with.isEdited() ? " edited " : " changed ";
            seen.add("start " + call.id()
                    + (same
                            ? ""
                            : " " + call.arguments().text() + words
                                    + with.arguments().text()));
        }

        @Override
        public void progressed(Interaction.ToolCall call, double fraction, String note) {
            seen.add(note);
        }

        @Override
        public void traced(Interaction.ToolCall call, Trace trace) {
            traces.add(trace);
        }

        @Override
        public void finished(Interaction.ToolCall call, ToolEnvelope envelope) {
            seen.add("end " + call.id());
        }

        @Override
        public void ending(AiError why) {
            endings.add(why);
        }
    }
}
