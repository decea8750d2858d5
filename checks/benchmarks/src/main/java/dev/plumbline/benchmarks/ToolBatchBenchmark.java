package dev.plumbline.benchmarks;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Selector;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.Cancellation;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.TelemetryObserver;
import dev.plumbline.json.Json;
import dev.plumbline.jsonschema.JsonSchemas;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.IToolExecutor;
import dev.plumbline.tools.ToolRuntime;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Measures 200 tool calls of 10 ms, 16 at once: 13 waves, so 130 ms at best, compared with a pool of 16 threads. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class ToolBatchBenchmark {
    private static final int CALLS = 200;
    private static final int AT_ONCE = 16;

    private final IToolExecutor tools = ToolRuntime.builder(JsonSchemas.service())
            .addTools(
                    List.of(AiTool.of(
                                    "wait", "Takes 10 ms.", Json.parse("{\"type\":\"object\"}"), (in, call) -> pause())
                            .withConcurrent()),
                    "")
            .time(VirtualClock.create())
            .poolSize(AT_ONCE)
            .build();
    private final ExecutorService pool = Executors.newFixedThreadPool(AT_ONCE);
    private final List<Interaction.ToolCall> calls = IntStream.range(0, CALLS)
            .mapToObj(n -> new Interaction.ToolCall("c" + n, "wait", Json.object()))
            .toList();
    private final IToolExecutor.CallScope scope = new IToolExecutor.CallScope(
            new CallIds("s", "t", 1, ""),
            Selector.ALL,
            List.of(),
            Cancellation.create(),
            dev.plumbline.call.State.inMemory(),
            dev.plumbline.call.State.inMemory(),
            TelemetryObserver.NONE,
            AT_ONCE,
            IToolExecutor.CallListener.NONE);

    private static boolean pause() throws InterruptedException {
        return new CountDownLatch(1).await(10, TimeUnit.MILLISECONDS);
    }

    /** Measures the SDK. */
    @Benchmark
    public List<ToolEnvelope> tools() {
        return tools.execute(calls, scope);
    }

    /** Measures the baseline. */
    @Benchmark
    public List<Future<Boolean>> pool() throws InterruptedException {
        return pool.invokeAll(IntStream.range(0, CALLS)
                .<Callable<Boolean>>mapToObj(n -> ToolBatchBenchmark::pause)
                .toList());
    }

    /** Ends the threads. */
    @TearDown
    public void tearDown() {
        tools.close();
        pool.shutdownNow();
    }
}
