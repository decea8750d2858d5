package dev.plumbline.metrics;

import dev.plumbline.event.AiError;
import dev.plumbline.event.AiEvent;
import dev.plumbline.event.AiObserver;
import dev.plumbline.event.CallRecord;
import dev.plumbline.event.Usage;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Optional;

/**
 * Publishes events as Micrometer meters, with the names of OpenTelemetry's conventions for generative AI and further
 * ones for cache, checks, retries and queues; {@code docs/metrics.md} lists them. At most 60 meters: if a name has used
 * its share, further tags are counted under {@code _OTHER}. Use one for each registry; it can serve several runtimes if
 * the program closes it. Needs {@code micrometer-core}, which is not a dependency of the SDK. Thread-safe.
 */
public final class MicrometerObserver implements AiObserver, AutoCloseable {
    private final MicrometerMeters meters;

    private MicrometerObserver(MeterRegistry registry) {
        this.meters = new MicrometerMeters(registry);
    }

    /** Returns an observer for that registry; a meter is created at its first event. */
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
        } else if (event instanceof AiEvent.ArgumentsChecked arguments) {
            checked(arguments.check());
        } else if (event instanceof AiEvent.TurnFinished turn) {
            meters.turn(type(turn.error()), turn.took());
        }
    }

    private void finished(CallRecord call) {
        String provider = GenAiAttributes.provider(call.provider());
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
