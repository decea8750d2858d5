package dev.plumbline.metrics;

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
    private static final String OPERATION = GenAiAttributes.OPERATION;
    private static final String ERROR = GenAiAttributes.ERROR;

    private final MeterFamily<Timer> calls;
    private final MeterFamily<DistributionSummary> tokens;
    private final MeterFamily<Timer> firstChunks;
    private final MeterFamily<Timer> tools;
    private final MeterFamily<Timer> turns;
    private final MeterFamily<Counter> retries;
    private final MeterFamily<Counter> caches;
    private final MeterFamily<Counter> findings;
    private final MeterFamily<Timer> queues;
    private final MeterFamily<Timer> waits;
    private final List<MeterFamily<? extends Meter>> all;
    private final MeterRegistry registry;

    MicrometerMeters(MeterRegistry registry) {
        calls = MeterFamily.open(14, tags -> timer("gen_ai.client.operation.duration", tags, registry));
        tokens = MeterFamily.open(8, tags -> tokens(tags, registry));
        firstChunks = MeterFamily.open(4, tags -> timer("gen_ai.client.operation.time_to_first_chunk", tags, registry));
        tools = MeterFamily.open(14, tags -> timer("gen_ai.execute_tool.duration", tags, registry));
        turns = MeterFamily.open(6, tags -> timer("plumbline.turn.duration", tags, registry));
        retries = MeterFamily.open(6, tags -> counter("plumbline.retries", tags, registry));
        caches = MeterFamily.closed(tags -> counter("plumbline.cache.lookups", tags, registry));
        findings = MeterFamily.closed(tags -> counter("plumbline.validation.findings", tags, registry));
        queues = MeterFamily.closed(tags -> timer("plumbline.tool.queued", tags, registry));
        waits = MeterFamily.closed(tags -> timer("plumbline.waited", tags, registry));
        all = List.of(calls, tokens, firstChunks, tools, turns, retries, caches, findings, queues, waits);
        this.registry = registry;
    }

    /**
     * Returns a timer with histogram buckets from 10 ms to 82 s if the registry supports them. Fixed boundaries would
     * become separate meters in other registries.
     */
    private static Timer timer(String name, Iterable<Tag> tags, MeterRegistry registry) {
        return Timer.builder(name)
                .tags(tags)
                .publishPercentileHistogram()
                .minimumExpectedValue(Duration.ofMillis(10))
                .maximumExpectedValue(Duration.ofMillis(81_920))
                .register(registry);
    }

    /** Returns a counter. The tags are an {@code Iterable}: Micrometer before 1.16 has no method for {@code Tags}. */
    private static Counter counter(String name, Iterable<Tag> tags, MeterRegistry registry) {
        return registry.counter(name, tags);
    }

    /** Returns a summary with histogram buckets up to a million, if the registry supports them. */
    private static DistributionSummary tokens(Iterable<Tag> tags, MeterRegistry registry) {
        return DistributionSummary.builder("gen_ai.client.token.usage")
                .tags(tags)
                .publishPercentileHistogram()
                .minimumExpectedValue(1.0)
                .maximumExpectedValue(1_048_576.0)
                .register(registry);
    }

    void call(String provider, String error, Duration took) {
        calls.of(PROVIDER, provider, OPERATION, "chat", ERROR, error).record(took);
    }

    void tokens(String provider, String type, long count) {
        tokens.of(PROVIDER, provider, OPERATION, "chat", "gen_ai.token.type", type)
                .record((double) count);
    }

    void timeToFirstChunk(String provider, Duration after) {
        firstChunks.of(PROVIDER, provider, OPERATION, "chat").record(after);
    }

    void tool(String name, String code, Duration took) {
        String error = code.equals("ok") ? NONE : code;
        tools.of("gen_ai.tool.name", name, OPERATION, "execute_tool", ERROR, error)
                .record(took);
    }

    void turn(String error, Duration took) {
        turns.of(ERROR, error).record(took);
    }

    void retry(String error) {
        retries.of(ERROR, error).increment();
    }

    void cache(String outcome) {
        caches.of("outcome", outcome).increment();
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
