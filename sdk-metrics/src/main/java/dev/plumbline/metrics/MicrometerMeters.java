package dev.plumbline.metrics;

import dev.plumbline.event.Cost;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.List;

/** The meters by name, each with a share of the maximum of 60. Thread-safe. */
final class MicrometerMeters implements AutoCloseable {
    static final String OTHER = "_OTHER";
    static final String NONE = "none";
    private static final String PROVIDER = GenAiAttributes.PROVIDER;
    private static final String MODEL = GenAiAttributes.REQUEST_MODEL;
    private static final String OPERATION = GenAiAttributes.OPERATION;
    private static final String ERROR = GenAiAttributes.ERROR;
    private static final String CALL = "gen_ai.client.operation.";
    private static final String AGENT = "gen_ai.invoke_agent.";

    private final MeterFamily<Timer> calls;
    private final MeterFamily<DistributionSummary> tokens;
    private final MeterFamily<Timer> firstChunks;
    private final MeterFamily<Timer> furtherChunks;
    private final MeterFamily<Timer> tools;
    private final MeterFamily<Timer> turns;
    private final MeterFamily<DistributionSummary> inferences;
    private final MeterFamily<DistributionSummary> toolCalls;
    private final MeterFamily<Counter> costs;
    private final MeterFamily<Counter> retries;
    private final MeterFamily<Counter> decisions;
    private final MeterFamily<Counter> caches;
    private final MeterFamily<Counter> restarts;
    private final MeterFamily<Counter> findings;
    private final MeterFamily<Timer> queues;
    private final MeterFamily<Timer> waits;
    private final List<MeterFamily<? extends Meter>> all;
    private final MeterRegistry registry;

    MicrometerMeters(MeterRegistry registry) {
        MeterBuckets buckets = new MeterBuckets(registry);
        calls = MeterFamily.open(12, tags -> buckets.operation(CALL + "duration", tags));
        tokens = MeterFamily.open(8, tags -> buckets.tokens("gen_ai.client.token.usage", tags));
        firstChunks = MeterFamily.open(4, tags -> buckets.operation(CALL + "time_to_first_chunk", tags));
        furtherChunks = MeterFamily.open(4, tags -> buckets.operation(CALL + "time_per_output_chunk", tags));
        tools = MeterFamily.open(8, tags -> buckets.operation("gen_ai.execute_tool.duration", tags));
        turns = MeterFamily.open(4, tags -> buckets.agent(AGENT + "duration", tags));
        inferences = MeterFamily.closed(tags -> buckets.counts(AGENT + "inference_calls", tags));
        toolCalls = MeterFamily.closed(tags -> buckets.counts(AGENT + "tool_calls", tags));
        costs = MeterFamily.open(4, tags -> counter("plumbline.cost", tags, registry));
        retries = MeterFamily.open(4, tags -> counter("plumbline.retries", tags, registry));
        decisions = MeterFamily.open(4, tags -> counter("plumbline.tool.decisions", tags, registry));
        caches = MeterFamily.closed(tags -> counter("plumbline.cache.lookups", tags, registry));
        restarts = MeterFamily.open(4, tags -> counter("plumbline.prompt.restarts", tags, registry));
        findings = MeterFamily.closed(tags -> counter("plumbline.validation.findings", tags, registry));
        queues = MeterFamily.closed(tags -> buckets.operation("plumbline.tool.queued", tags));
        waits = MeterFamily.closed(tags -> buckets.operation("plumbline.waited", tags));
        all = List.of(
                calls,
                tokens,
                firstChunks,
                furtherChunks,
                tools,
                turns,
                inferences,
                toolCalls,
                costs,
                retries,
                decisions,
                caches,
                restarts,
                findings,
                queues,
                waits);
        this.registry = registry;
    }

    /** Returns a counter. The tags are an {@code Iterable}: Micrometer before 1.16 has no method for {@code Tags}. */
    private static Counter counter(String name, Iterable<Tag> tags, MeterRegistry registry) {
        return registry.counter(name, tags);
    }

    /** The provider and model of a call, which most of its meters have. */
    record Called(String provider, String model) {}

    void call(Called by, String error, Duration took) {
        calls.of(PROVIDER, by.provider(), MODEL, by.model(), OPERATION, "chat", ERROR, error)
                .record(took);
    }

    void tokens(Called by, String type, long count) {
        tokens.of(PROVIDER, by.provider(), MODEL, by.model(), OPERATION, "chat", "gen_ai.token.type", type)
                .record((double) count);
    }

    void timeToFirstChunk(Called by, Duration after) {
        firstChunks
                .of(PROVIDER, by.provider(), MODEL, by.model(), OPERATION, "chat")
                .record(after);
    }

    void timePerOutputChunk(Called by, Duration mean) {
        furtherChunks
                .of(PROVIDER, by.provider(), MODEL, by.model(), OPERATION, "chat")
                .record(mean);
    }

    void cost(Called by, Cost cost) {
        costs.of(PROVIDER, by.provider(), MODEL, by.model(), "currency", cost.currency())
                .increment(cost.amount().doubleValue());
    }

    void tool(String name, String code, Duration took) {
        String error = code.equals("ok") ? NONE : code;
        tools.of("gen_ai.tool.name", name, OPERATION, "execute_tool", ERROR, error)
                .record(took);
    }

    void turn(String error, Duration took) {
        turns.of(ERROR, error).record(took);
    }

    void turnCounts(int inferenceCalls, int tools) {
        inferences.of().record(inferenceCalls);
        toolCalls.of().record(tools);
    }

    void retry(String error) {
        retries.of(ERROR, error).increment();
    }

    void decision(String decision) {
        decisions.of("decision", decision).increment();
    }

    void cache(String outcome) {
        caches.of("outcome", outcome).increment();
    }

    void restart(String difference) {
        restarts.of("difference", difference).increment();
    }

    void findings(String severity, int count) {
        findings.of("severity", severity).increment(count);
    }

    void toolQueued(Duration time) {
        queues.of().record(time);
    }

    void waited(Duration time) {
        waits.of().record(time);
    }

    @Override
    public void close() {
        all.forEach(family -> family.forget(registry::remove));
    }
}
