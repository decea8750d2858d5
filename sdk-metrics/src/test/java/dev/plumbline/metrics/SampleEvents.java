package dev.plumbline.metrics;

import dev.plumbline.event.AiError;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.CallIds.HashedId;
import dev.plumbline.event.CallRecord;
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

/** Events of one session, as tests need them. */
public final class SampleEvents {
    static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    static final CallIds SESSION = new CallIds("s", "", 0, "");
    static final CallIds TURN = new CallIds("s", "t", 0, "");
    static final CallIds ROUND = new CallIds("s", "t", 1, "");
    static final CallIds CALL = new CallIds("s", "t", 1, "r");
    static final TelemetryName DRAW = TelemetryName.of("drawWall");

    private SampleEvents() {}

    public static Instant at(long millis) {
        return START.plusMillis(millis);
    }

    public static TelemetryEvent turnStarted() {
        return new TelemetryEvent.TurnStarted(TURN, START);
    }

    public static TelemetryEvent roundStarted() {
        return new TelemetryEvent.RoundStarted(ROUND, START);
    }

    static TelemetryEvent callStarted() {
        return new TelemetryEvent.CallStarted(
                CALL, START, TelemetryName.of("openai"), TelemetryName.of("gpt-5-mini"), new HashedId(7));
    }

    public static TelemetryEvent attemptStarted() {
        return new TelemetryEvent.AttemptStarted(
                CALL,
                START,
                TelemetryName.of("openai"),
                TelemetryName.of("gpt-5-mini"),
                Optional.of(TelemetryName.of("api.openai.com:443")));
    }

    static TelemetryEvent attemptFinished() {
        return new TelemetryEvent.AttemptFinished(CALL, at(900), attempt());
    }

    static TelemetryEvent attemptFinished(AiError.Category error) {
        return new TelemetryEvent.AttemptFinished(CALL, at(900), attempt(Optional.of(error)));
    }

    private static CallRecord.Attempt attempt() {
        return attempt(Optional.empty());
    }

    private static CallRecord.Attempt attempt(Optional<AiError.Category> error) {
        return new CallRecord.Attempt(
                TelemetryName.of("openai"),
                TelemetryName.of("gpt-5-mini"),
                Duration.ZERO,
                Duration.ofMillis(900),
                error,
                OptionalInt.of(error.isEmpty() ? 200 : 429),
                HashedId.NONE);
    }

    public static TelemetryEvent firstContent(long millis) {
        return new TelemetryEvent.FirstContentReceived(CALL, at(millis), Duration.ofMillis(millis));
    }

    static TelemetryEvent delta(long millis, int chars) {
        return new TelemetryEvent.DeltasReceived(CALL, at(millis), 1, chars, chars);
    }

    public static TelemetryEvent callFinished(long millis, long tokens) {
        return new TelemetryEvent.CallFinished(CALL, at(millis), record(millis, tokens));
    }

    /** A call of one attempt, whose first content came after 200 ms. */
    static CallRecord record(long millis, long tokens) {
        return new CallRecord(
                TelemetryName.of("openai"),
                TelemetryName.of("gpt-5-mini"),
                Duration.ofMillis(millis),
                FinishReason.STOP,
                Usage.of(10, tokens),
                Optional.of(new Cost(new BigDecimal("0.002"), "USD")),
                Optional.empty(),
                new CallRecord.Content(Optional.of(Duration.ofMillis(200)), 2, 40, 40, 30),
                new CallRecord.Traffic(1_500, 600),
                List.of(attempt()),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                Optional.empty(),
                List.of());
    }

    /** A call that failed once and waited, was looked up in the cache, and was checked. */
    static TelemetryEvent eventful() {
        CallRecord plain = record(1000, 40);
        CallRecord record = new CallRecord(
                plain.provider(),
                plain.model(),
                plain.took(),
                plain.finish(),
                plain.usage(),
                plain.cost(),
                plain.error(),
                plain.content(),
                plain.traffic(),
                plain.attempts(),
                List.of(AiError.Category.RATE_LIMITED),
                List.of(new CallRecord.Wait(
                        TelemetryName.of("retry-after"), Duration.ofMillis(100), Duration.ofMillis(500))),
                List.of(
                        new CallRecord.CacheLookup(true, TelemetryName.of("hit"), OptionalLong.of(120)),
                        new CallRecord.CacheLookup(false, TelemetryName.of("no-entry"))),
                List.of(new CallRecord.Check(TelemetryName.of("shape"), 2, 1, 3)),
                Optional.empty(),
                plain.steps());
        return new TelemetryEvent.CallFinished(CALL, at(1000), record);
    }

    public static TelemetryEvent toolsRequested(int calls) {
        return new TelemetryEvent.ToolsRequested(ROUND, at(1000), calls);
    }

    public static TelemetryEvent toolStarted(long invocation) {
        return new TelemetryEvent.ToolStarted(ROUND, at(1000), DRAW, invocation, Duration.ofMillis(5));
    }

    public static TelemetryEvent toolProgressed(long invocation, double fraction) {
        return new TelemetryEvent.ToolProgressed(ROUND, at(1010), DRAW, invocation, fraction);
    }

    public static TelemetryEvent toolFinished(long invocation, String code) {
        return new TelemetryEvent.ToolFinished(
                ROUND,
                at(1020),
                DRAW,
                invocation,
                Duration.ofMillis(5),
                Duration.ofMillis(20),
                TelemetryName.of(code),
                64);
    }

    public static TelemetryEvent waiting() {
        return new TelemetryEvent.WaitStarted(CALL, at(100), at(600), TelemetryName.of("retry-after"));
    }

    public static TelemetryEvent cancelling() {
        return new TelemetryEvent.TurnCancelling(ROUND, at(1100));
    }

    static TelemetryEvent roundFinished() {
        return new TelemetryEvent.RoundFinished(ROUND, at(1200), Duration.ofMillis(1200), List.of());
    }

    public static TelemetryEvent turnFinished(AiError.Category... error) {
        return new TelemetryEvent.TurnFinished(
                ROUND,
                at(1200),
                Duration.ofMillis(1200),
                List.of(error).stream().findFirst(),
                Usage.of(10, 20),
                List.of());
    }

    /** A turn that draws a wall. */
    static List<TelemetryEvent> turn() {
        return List.of(
                turnStarted(),
                roundStarted(),
                callStarted(),
                attemptStarted(),
                firstContent(200),
                delta(200, 10),
                delta(700, 30),
                attemptFinished(),
                callFinished(1000, 40),
                toolsRequested(1),
                toolStarted(1),
                toolFinished(1, "ok"),
                roundFinished(),
                turnFinished());
    }
}
