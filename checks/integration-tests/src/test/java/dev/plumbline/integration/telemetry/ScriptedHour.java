package dev.plumbline.integration.telemetry;

import dev.plumbline.event.AiError;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.CallIds.HashedId;
import dev.plumbline.event.CallRecord;
import dev.plumbline.event.Cost;
import dev.plumbline.event.FinishReason;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.event.TelemetryName;
import dev.plumbline.event.Usage;
import dev.plumbline.metrics.MicrometerObserver;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * An hour of a program, as its events say: each minute a turn of 3 s with two calls and two tools. Every tenth minute a
 * call fails, and a tool is denied.
 */
final class ScriptedHour {
    private static final Instant BEGIN = Instant.parse("2026-11-24T10:00:00Z");
    private static final TelemetryName OPENAI = TelemetryName.of("openai");
    private static final TelemetryName MINI = TelemetryName.of("gpt-5-mini");

    private ScriptedHour() {}

    static Instant end() {
        return BEGIN.plus(Duration.ofHours(1));
    }

    /** Returns a scrape of each minute of the hour, in the format OpenMetrics with timestamps. */
    static String openMetrics() {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        MicrometerObserver observer = MicrometerObserver.of(registry);
        StringBuilder all = new StringBuilder();
        for (int minute = 0; minute <= 60; minute++) {
            play(observer, minute);
            long at = BEGIN.plus(Duration.ofMinutes(minute)).getEpochSecond();
            registry.scrape("application/openmetrics-text")
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .forEach(line -> all.append(line.split(" # ")[0])
                            .append(' ')
                            .append(at)
                            .append('\n'));
        }
        return all.append("# EOF\n").toString();
    }

    /** Publishes the events of one minute. */
    static void play(MicrometerObserver observer, int minute) {
        boolean bad = minute % 10 == 0;
        CallIds ids = new CallIds("s", "t" + minute, 1, "r");
        Instant at = BEGIN.plus(Duration.ofMinutes(minute));
        observer.onEvent(new TelemetryEvent.CallFinished(ids, at, call(bad)));
        observer.onEvent(new TelemetryEvent.CallFinished(ids, at, call(false)));
        tool(observer, ids, at, "drawWall", false);
        tool(observer, ids, at, "eraseWall", bad);
        observer.onEvent(new TelemetryEvent.TurnFinished(
                ids, at, Duration.ofSeconds(3), Optional.empty(), Usage.of(2_000, 400), List.of()));
    }

    private static void tool(MicrometerObserver observer, CallIds ids, Instant at, String name, boolean denied) {
        TelemetryName tool = TelemetryName.of(name);
        observer.onEvent(
                new TelemetryEvent.ToolDecided(ids, at, tool, TelemetryName.of(denied ? "denied" : "approved")));
        observer.onEvent(new TelemetryEvent.ToolFinished(
                ids,
                at,
                tool,
                1,
                Duration.ofMillis(5),
                Duration.ofMillis(50),
                TelemetryName.of(denied ? "DENIED" : "ok"),
                64));
    }

    private static CallRecord call(boolean fails) {
        Optional<AiError.Category> error = fails ? Optional.of(AiError.Category.RATE_LIMITED) : Optional.empty();
        CallRecord.Attempt attempt = new CallRecord.Attempt(
                OPENAI,
                MINI,
                Duration.ZERO,
                Duration.ofSeconds(1),
                error,
                OptionalInt.of(fails ? 429 : 200),
                HashedId.NONE);
        return new CallRecord(
                OPENAI,
                MINI,
                Duration.ofSeconds(1),
                FinishReason.STOP,
                fails ? Usage.NONE : Usage.of(1_000, 200),
                fails ? Optional.empty() : Optional.of(new Cost(new BigDecimal("0.002"), "USD")),
                error,
                fails
                        ? CallRecord.Content.NONE
                        : new CallRecord.Content(Optional.of(Duration.ofMillis(200)), 41, 800, 800, 20),
                CallRecord.Traffic.NONE,
                List.of(attempt),
                fails ? List.of(AiError.Category.RATE_LIMITED) : List.of(),
                fails
                        ? List.of(new CallRecord.Wait(
                                TelemetryName.of("retry-after"), Duration.ZERO, Duration.ofSeconds(2)))
                        : List.of(),
                List.of(new CallRecord.CacheLookup(fails, TelemetryName.of("key"))),
                List.of(),
                Optional.empty(),
                List.of());
    }
}
