package dev.plumbline.metrics;

import dev.plumbline.event.AiError;
import dev.plumbline.event.AiEvent;
import dev.plumbline.event.AiObserver;
import dev.plumbline.event.CallRecord;
import dev.plumbline.event.Usage;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Optional;

/**
 * Publishes events as meters: the names of OpenTelemetry's conventions for generative AI, and some of Plumbline's for cache,
 * checks, retries and queues; {@code docs/metrics.md} lists them. At most 60 meters, whatever happens: when a name has used
 * up its share, what else comes is counted under {@code _OTHER}. One for a registry; it may serve several runtimes when
 * the program closes it itself. Needs {@code micrometer-core}, which is no dependency of the SDK. Safe for any number of threads.
 */
public final class MicrometerObserver implements AiObserver, AutoCloseable {
    private final MicrometerMeters meters;

    private MicrometerObserver(MeterRegistry registry) {
        this.meters = new MicrometerMeters(registry);
    }

    /** An observer that publishes there; it makes a meter when something happens that it is for. */
    public static MicrometerObserver of(MeterRegistry registry) {
        return new MicrometerObserver(registry);
    }

    @Override
    public boolean watches(Class<? extends AiEvent> kind) {
        return !AiEvent.isLive(kind);
    }

    @Override
    public void onEvent(AiEvent event) {
        if (event instanceof AiEvent.CallFinished finished) {
            finished(finished.call());
        } else if (event instanceof AiEvent.ToolFinished finished) {
            meters.toolQueued(finished.queued());
            meters.tool(finished.tool().text(), finished.code().text(), finished.took());
        } else if (event instanceof AiEvent.TurnFinished turn) {
            meters.turn(type(turn.error()), turn.took());
        }
    }

    private void finished(CallRecord call) {
        String provider = call.provider().text();
        meters.call(provider, type(call.error()), call.took());
        call.content().first().ifPresent(after -> meters.timeToFirstChunk(provider, after));
        Usage usage = call.usage();
        if (usage.calls() > 0) {
            meters.tokens(provider, "input", usage.input());
            meters.tokens(provider, "output", usage.output());
        }
        call.retried().forEach(error -> meters.retry(type(Optional.of(error))));
        call.waits().forEach(wait -> meters.waited(wait.took()));
        call.lookups().forEach(lookup -> meters.cache(lookup.hit() ? "hit" : "miss"));
        call.checks().forEach(this::checked);
    }

    private void checked(CallRecord.Check check) {
        meters.findings("error", check.errors());
        meters.findings("warning", check.warnings());
    }

    /** A closed list: the categories; {@code none} when it went well, so that every meter of a name has the same tags. */
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
