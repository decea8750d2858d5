package dev.plumbline.metrics;

import dev.plumbline.event.AiError;
import dev.plumbline.event.AiEvent;
import dev.plumbline.event.AiObserver;
import dev.plumbline.event.Usage;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Publishes events as meters: the names of OpenTelemetry's conventions for generative AI, and some of Plumbline's for cache,
 * checks, retries and queues; {@code docs/metrics.md} lists them. At most 60 meters, whatever happens: when a name has used
 * up its share, what else comes is counted under {@code _OTHER}. One for a registry; it may serve several runtimes when
 * the program closes it itself. Needs {@code micrometer-core}, which is no dependency of the SDK. Safe for any number of threads.
 */
public final class MicrometerObserver implements AiObserver, AutoCloseable {
    private final Meters meters;
    /** Which provider answers a call, until it ends: events of its end and its first content do not say. */
    private final Map<String, String> providers = new ConcurrentHashMap<>();

    private MicrometerObserver(MeterRegistry registry) {
        this.meters = new Meters(registry);
    }

    /** An observer that publishes there; it makes a meter when something happens that it is for. */
    public static MicrometerObserver on(MeterRegistry registry) {
        return new MicrometerObserver(registry);
    }

    @Override
    public boolean watches(Class<? extends AiEvent> kind) {
        return kind != AiEvent.DeltaSeen.class;
    }

    @Override
    public void onEvent(AiEvent event) {
        if (event instanceof AiEvent.CallStarted started) {
            providers.put(started.ids().request(), started.provider().text());
        } else if (event instanceof AiEvent.CallFinished finished) {
            finished(finished, provider(providers.remove(finished.ids().request())));
        } else if (event instanceof AiEvent.FirstContent first) {
            meters.timeToFirstChunk(provider(providers.get(first.ids().request())), first.after());
        } else if (event instanceof AiEvent.ToolStarted started) {
            meters.toolQueued(started.queued());
        } else if (event instanceof AiEvent.ToolFinished finished) {
            meters.tool(finished.tool().text(), finished.code().text(), finished.took());
        } else {
            count(event);
        }
    }

    private static String provider(@org.jspecify.annotations.Nullable String known) {
        return known == null ? Meters.OTHER : known;
    }

    private void finished(AiEvent.CallFinished call, String provider) {
        meters.call(provider, type(call.error()), call.took());
        Usage usage = call.usage();
        if (usage.calls() > 0) {
            meters.tokens(provider, "input", usage.input());
            meters.tokens(provider, "output", usage.output());
        }
    }

    private void count(AiEvent event) {
        if (event instanceof AiEvent.AttemptFailed failed) {
            meters.retry(type(Optional.of(failed.error())));
        } else if (event instanceof AiEvent.CacheChecked cache) {
            meters.cache(cache.hit() ? "hit" : "miss");
        } else if (event instanceof AiEvent.Validated found) {
            meters.findings("error", found.errors());
            meters.findings("warning", found.warnings());
        } else if (event instanceof AiEvent.TurnFinished turn) {
            meters.turn(type(turn.error()), turn.took());
        } else if (event instanceof AiEvent.Waiting wait) {
            meters.waited(java.time.Duration.between(wait.at(), wait.until()));
        }
    }

    /** A closed list: the categories; {@code none} when it went well, so that every meter of a name has the same tags. */
    private static String type(Optional<AiError.Category> error) {
        return error.map(category -> category.name().toLowerCase(java.util.Locale.ROOT))
                .orElse(Meters.NONE);
    }

    /** Removes its meters from the registry; idempotent. The runtime calls it. */
    @Override
    public void close() {
        meters.close();
        providers.clear();
    }
}
