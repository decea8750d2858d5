package dev.plumbline.web;

import dev.plumbline.event.AiError;
import dev.plumbline.event.AiEvent;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.CallIds.HashedId;
import dev.plumbline.event.CallRecord;
import dev.plumbline.event.CallRecord.StepTime;
import dev.plumbline.event.Cost;
import dev.plumbline.event.FinishReason;
import dev.plumbline.event.TelemetryLabel;
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
    private static final TelemetryLabel DRAW = TelemetryLabel.of("drawWall");

    private ReportEvents() {}

    private static Instant at(long millis) {
        return START.plusMillis(millis);
    }

    /** A turn with a retried call, a look into the cache, a check, a tool, a decision, a refusal and a failure. */
    static List<AiEvent> turn() {
        return List.of(
                new AiEvent.CallFinished(CALL, at(1000), call("gpt-5-mini", Optional.of("0.002"))),
                new AiEvent.ToolDecided(ROUND, at(1000), DRAW, TelemetryLabel.of("approved")),
                new AiEvent.EgressDecided(
                        ROUND,
                        at(1000),
                        DRAW,
                        TelemetryLabel.of("http"),
                        TelemetryLabel.of("no-rule"),
                        AiEvent.EgressDecision.REFUSED),
                new AiEvent.EgressDecided(
                        ROUND,
                        at(1000),
                        DRAW,
                        TelemetryLabel.of("file.read"),
                        TelemetryLabel.of("plans"),
                        AiEvent.EgressDecision.ALLOWED),
                new AiEvent.ToolFinished(
                        ROUND,
                        at(1020),
                        DRAW,
                        1,
                        Duration.ofMillis(5),
                        Duration.ofMillis(20),
                        TelemetryLabel.of("ok"),
                        64),
                new AiEvent.ExtensionFailed(
                        ROUND, at(1020), TelemetryLabel.of("hook"), TelemetryLabel.of("IllegalStateException")),
                new AiEvent.RoundFinished(
                        ROUND,
                        at(1200),
                        Duration.ofMillis(1200),
                        List.of(new StepTime(StepTime.Kind.STAGE, TelemetryLabel.of("call-model"), 0, 1_000_000_000L))),
                new AiEvent.TurnFinished(
                        ROUND, at(1200), Duration.ofMillis(1200), Optional.empty(), Usage.of(10, 20), List.of()));
    }

    /** A call of a model whose price is not known. */
    static AiEvent unpriced() {
        return new AiEvent.CallFinished(CALL, START, call("gpt-x", Optional.empty()));
    }

    private static CallRecord call(String model, Optional<String> cost) {
        TelemetryLabel provider = TelemetryLabel.of("openai");
        TelemetryLabel name = TelemetryLabel.of(model);
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
                        TelemetryLabel.of("retry-after"), Duration.ofMillis(100), Duration.ofMillis(500))),
                List.of(
                        new CallRecord.CacheLookup(true, TelemetryLabel.of("hit"), OptionalLong.of(1_234)),
                        new CallRecord.CacheLookup(false, TelemetryLabel.of("no-entry"))),
                List.of(new CallRecord.Check(TelemetryLabel.of("shape"), 2, 1, 3)),
                Optional.empty(),
                List.of());
    }
}
