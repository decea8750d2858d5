package dev.plumbline.benchmarks;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Selector;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.State;
import dev.plumbline.event.AiObserver;
import dev.plumbline.event.CallIds;
import dev.plumbline.json.Json;
import dev.plumbline.schemas.JsonSchemas;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.IToolExecutor;
import dev.plumbline.tools.ToolRuntime;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.TearDown;

/** Dispatching one call to a tool that does nothing: found, validated, run on the pool, normalised; beside one hop. */
@org.openjdk.jmh.annotations.State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class ToolBenchmark {
    /** The arguments of the tool. */
    public record Line(double x1, double y1, double x2, double y2) {}

    private final IToolExecutor executor = ToolRuntime.builder(JsonSchemas.service())
            .tools(List.of(AiTool.of("drawWall", "Draws a wall.", Line.class, (in, ctx) -> "w1")), "")
            .time(VirtualClock.start())
            .build();
    private final ExecutorService pool = Executors.newSingleThreadExecutor();
    private final List<Interaction.ToolCall> calls =
            List.of(new Interaction.ToolCall("c1", "drawWall", Json.parse("{\"x1\":0,\"y1\":0,\"x2\":5000,\"y2\":0}")));
    private final IToolExecutor.Scope scope = new IToolExecutor.Scope(
            CallIds.NONE,
            Selector.ALL,
            List.of(),
            Cancellation.create(),
            State.inMemory(),
            AiObserver.NONE,
            1,
            IToolExecutor.Watch.NONE);

    /** What the SDK does. */
    @Benchmark
    public List<ToolEnvelope> dispatch() {
        return executor.execute(calls, scope);
    }

    /** The floor: one hop to another thread and back. */
    @Benchmark
    public String floor() throws ExecutionException, InterruptedException {
        return pool.submit(() -> "w1").get();
    }

    /** Ends the threads. */
    @TearDown
    public void tearDown() {
        executor.close();
        pool.shutdownNow();
    }
}
