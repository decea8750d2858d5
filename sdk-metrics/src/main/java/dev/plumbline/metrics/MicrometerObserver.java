package dev.plumbline.metrics;

import dev.plumbline.event.AiError;
import dev.plumbline.event.CallRecord;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.event.TelemetryObserver;
import dev.plumbline.event.Usage;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Optional;

/**
 * Publishes events as Micrometer meters, with the names, attributes and buckets of OpenTelemetry's conventions for
 * generative AI, and further ones for cost, cache, checks, retries, decisions and queues; {@code docs/metrics.md} lists
 * them. A registry without histograms has no buckets. At most 60 meters: if a name has used
 * its share, further tags are counted under {@code _OTHER}. Use one for each registry; it can serve several runtimes if
 * the program closes it. Needs {@code micrometer-core}, which is not a dependency of the SDK. Thread-safe.
 */
public final class MicrometerObserver implements TelemetryObserver, AutoCloseable {
    private final MicrometerMeters meters;
    private final TurnCounts counts = new TurnCounts();

    private MicrometerObserver(MeterRegistry registry) {
        this.meters = new MicrometerMeters(registry);
    }

    /** Returns an observer for that registry; a meter is created at its first event. */
    public static MicrometerObserver of(MeterRegistry registry) {
        return new MicrometerObserver(registry);
    }

    @Override
    public boolean watches(Class<? extends TelemetryEvent> kind) {
        return !TelemetryEvent.isLive(kind);
    }

    @Override
    public void onEvent(TelemetryEvent event) {
        if (event instanceof TelemetryEvent.CallFinished finished) {
            counts.add(finished.ids().turn(), finished.call().attempts().size(), 0);
            finished(finished.call());
        } else if (event instanceof TelemetryEvent.ToolFinished finished) {
            counts.add(finished.ids().turn(), 0, 1);
            meters.toolQueued(finished.queued());
            meters.tool(finished.tool().text(), finished.code().text(), finished.took());
        } else if (event instanceof TelemetryEvent.ArgumentsChecked arguments) {
            checked(arguments.check());
        } else if (event instanceof TelemetryEvent.TurnFinished turn) {
            meters.turn(type(turn.error()), turn.took());
            TurnCounts.Counts ended = counts.end(turn.ids().turn());
            meters.turnCounts(ended.inferences(), ended.tools());
        } else if (event instanceof TelemetryEvent.ToolDecided decided) {
            meters.decision(decided.decision().text());
        }
    }

    private void finished(CallRecord call) {
        MicrometerMeters.Called by = new MicrometerMeters.Called(
                GenAiAttributes.provider(call.provider()), call.model().text());
        meters.call(by, type(call.error()), call.took());
        chunks(by, call);
        call.cost().ifPresent(cost -> meters.cost(by, cost));
        Usage usage = call.usage();
        if (usage.calls() > 0) {
            meters.tokens(by, "input", usage.input());
            meters.tokens(by, "output", usage.output());
        }
        call.retried().forEach(error -> meters.retry(type(Optional.of(error))));
        call.waits().forEach(wait -> meters.waited(wait.took()));
        call.lookups().forEach(lookup -> meters.cache(lookup.hit() ? "hit" : "miss"));
        call.startsOver().ifPresent(what -> meters.restart(what.text()));
        call.checks().forEach(this::checked);
    }

    /** Records the first chunk, and the mean of those after it: a call has no record of each. */
    private void chunks(MicrometerMeters.Called by, CallRecord call) {
        Optional<Duration> first = call.content().first();
        int further = call.content().deltas() - 1;
        if (first.isPresent()) {
            meters.timeToFirstChunk(by, first.get());
            if (further > 0) {
                meters.timePerOutputChunk(by, call.took().minus(first.get()).dividedBy(further));
            }
        }
    }

    private void checked(CallRecord.Check check) {
        meters.findings("error", check.errors());
        meters.findings("warning", check.warnings());
    }

    /** Returns the error category or {@code none}, so that all meters of a name have the same tags. */
    private static String type(Optional<AiError.Category> error) {
        return error.map(category -> category.name().toLowerCase(java.util.Locale.ROOT))
                .orElse(MicrometerMeters.NONE);
    }

    /** Removes its meters from the registry; idempotent. The runtime calls it. */
    @Override
    public void close() {
        meters.close();
    }
}
