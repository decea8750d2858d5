package dev.plumbline.benchmarks;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Selector;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.State;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.TelemetryObserver;
import dev.plumbline.json.Json;
import dev.plumbline.jsonschema.JsonSchemas;
import dev.plumbline.policy.ToolPolicy;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.IToolExecutor;
import dev.plumbline.tools.ApprovalRules;
import dev.plumbline.tools.ToolPolicies;
import dev.plumbline.tools.ToolRuntime;
import dev.plumbline.ui.HostApplication;
import java.time.Duration;
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

/**
 * Measures one call of a tool that does nothing, with every policy: found, validated, admitted, run, normalised. Once
 * on a host whose UI thread is the caller's, so without a thread hand-over; once in the pool, compared with one
 * hand-over.
 */
@org.openjdk.jmh.annotations.State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class ToolBenchmark {
    /** The arguments of the tool. */
    public record Line(double x1, double y1, double x2, double y2) {}

    private final IToolExecutor here =
            full().host(HostApplication.of(Runnable::run, () -> true)).build();
    private final IToolExecutor pooled = full().build();
    private final JsonSchemaService schemas = JsonSchemas.service();
    private final Json schema = schemas.schemaOf(Line.class);
    private final ExecutorService pool = Executors.newSingleThreadExecutor();
    private final List<Interaction.ToolCall> calls =
            List.of(new Interaction.ToolCall("c1", "drawWall", Json.parse("{\"x1\":0,\"y1\":0,\"x2\":5000,\"y2\":0}")));
    private final IToolExecutor.CallScope scope = new IToolExecutor.CallScope(
            new CallIds("s", "t", 1, ""),
            Selector.ALL,
            List.of(),
            Cancellation.create(),
            State.inMemory(),
            State.inMemory(),
            TelemetryObserver.NONE,
            1,
            IToolExecutor.CallListener.NONE);

    private static ToolRuntime.Builder full() {
        VirtualClock clock = VirtualClock.create();
        return ToolRuntime.builder(JsonSchemas.service())
                .addTools(List.of(AiTool.of("drawWall", "Draws a wall.", Line.class, (in, ctx) -> "w1")), "")
                .time(clock)
                .approvals(ApprovalRules.ofDefaults())
                .addToolPolicy("quota", Selector.ALL, quota(), "")
                .addToolPolicy("memo", Selector.ALL, ToolPolicies.memoization(100), "")
                .addToolPolicy(
                        "breaker", Selector.ALL, ToolPolicies.circuitBreaker(5, Duration.ofMinutes(1), clock), "")
                .addToolPolicy("failures", Selector.ALL, ToolPolicies.failureCount(), "");
    }

    private static ToolPolicy quota() {
        return ToolPolicies.quota(Integer.MAX_VALUE, Integer.MAX_VALUE, 16);
    }

    /** Measures the SDK on the caller's thread. */
    @Benchmark
    public List<ToolEnvelope> here() {
        return here.execute(calls, scope);
    }

    /** Measures the baseline of both: arguments validated by the schema library and bound to the record. */
    @Benchmark
    public Line floor() {
        Json arguments = calls.get(0).arguments();
        return schemas.validate(schema, arguments).isOk() ? arguments.as(Line.class) : new Line(0, 0, 0, 0);
    }

    /** Measures the SDK with the pool. */
    @Benchmark
    public List<ToolEnvelope> pooled() {
        return pooled.execute(calls, scope);
    }

    /** Measures the baseline of the pool: one hand-over to another thread and back. */
    @Benchmark
    public String handOver() throws ExecutionException, InterruptedException {
        return pool.submit(() -> "w1").get();
    }

    /** Ends the threads. */
    @TearDown
    public void tearDown() {
        here.close();
        pooled.close();
        pool.shutdownNow();
    }
}
