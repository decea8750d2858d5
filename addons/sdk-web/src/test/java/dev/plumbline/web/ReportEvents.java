package dev.plumbline.web;

import dev.plumbline.event.AiError;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.CallIds.HashedId;
import dev.plumbline.event.CallRecord;
import dev.plumbline.event.CallRecord.StepTime;
import dev.plumbline.event.Cost;
import dev.plumbline.event.FinishReason;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.event.TelemetryName;
import dev.plumbline.event.Usage;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Events of a turn of one session in which much happens, for tests of reports. */
final class ReportEvents {
    static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final CallIds ROUND = new CallIds("s", "t", 1, "");
    private static final CallIds CALL = new CallIds("s", "t", 1, "r");
    private static final TelemetryName DRAW = TelemetryName.of("drawWall");

    private ReportEvents() {}

    private static Instant at(long millis) {
        return START.plusMillis(millis);
    }

    /** A turn with a retried call, a look into the cache, a check, a tool, a decision, a refusal and a failure. */
    static List<TelemetryEvent> turn() {
        return List.of(
                new TelemetryEvent.CallFinished(CALL, at(1000), call("gpt-5-mini", Optional.of("0.002"))),
                new TelemetryEvent.ToolDecided(ROUND, at(1000), DRAW, TelemetryName.of("approved")),
                new TelemetryEvent.EgressDecided(
                        ROUND,
                        at(1000),
                        DRAW,
                        TelemetryName.of("http"),
                        TelemetryName.of("no-rule"),
                        TelemetryEvent.EgressDecision.REFUSED),
                new TelemetryEvent.EgressDecided(
                        ROUND,
                        at(1000),
                        DRAW,
                        TelemetryName.of("file.read"),
                        TelemetryName.of("plans"),
                        TelemetryEvent.EgressDecision.ALLOWED),
                new TelemetryEvent.ToolFinished(
                        ROUND,
                        at(1020),
                        DRAW,
                        1,
                        Duration.ofMillis(5),
                        Duration.ofMillis(20),
                        TelemetryName.of("ok"),
                        64),
                new TelemetryEvent.ExtensionFailed(
                        ROUND, at(1020), TelemetryName.of("hook"), TelemetryName.of("IllegalStateException")),
                new TelemetryEvent.RoundFinished(
                        ROUND,
                        at(1200),
                        Duration.ofMillis(1200),
                        List.of(new StepTime(StepTime.Kind.STAGE, TelemetryName.of("call-model"), 0, 1_000_000_000L))),
                new TelemetryEvent.TurnFinished(
                        ROUND, at(1200), Duration.ofMillis(1200), Optional.empty(), Usage.of(10, 20), List.of()));
    }

    /** A call of a model whose price is not known. */
    static TelemetryEvent unpriced() {
        return new TelemetryEvent.CallFinished(CALL, START, call("gpt-x", Optional.empty()));
    }

    private static CallRecord call(String model, Optional<String> cost) {
        TelemetryName provider = TelemetryName.of("openai");
        TelemetryName name = TelemetryName.of(model);
        return new CallRecord(
                provider,
                name,
                Duration.ofSeconds(1),
                FinishReason.STOP,
                Usage.of(10, 40),
                cost.map(amount -> new Cost(new BigDecimal(amount), "USD")),
                Optional.empty(),
                new CallRecord.Content(Optional.of(Duration.ofMillis(200)), 2, 40, 40, 30),
                new CallRecord.Traffic(1_500, 600),
                List.of(new CallRecord.Attempt(
                        provider,
                        name,
                        Duration.ZERO,
                        Duration.ofMillis(900),
                        Optional.empty(),
                        OptionalInt.of(200),
                        HashedId.NONE)),
                List.of(AiError.Category.RATE_LIMITED),
                List.of(new CallRecord.Wait(
                        TelemetryName.of("retry-after"), Duration.ofMillis(100), Duration.ofMillis(500))),
                List.of(
                        new CallRecord.CacheLookup(true, TelemetryName.of("hit"), OptionalLong.of(1_234)),
                        new CallRecord.CacheLookup(false, TelemetryName.of("no-entry"))),
                List.of(new CallRecord.Check(TelemetryName.of("shape"), 2, 1, 3)),
                Optional.empty(),
                List.of());
    }
}
