package dev.plumbline.testkit.laws;

import dev.plumbline.event.AiError;
import dev.plumbline.event.AiEvent;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.FinishReason;
import dev.plumbline.event.Label;
import dev.plumbline.event.Usage;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ArbitrarySupplier;

/** Events of telemetry in any order, as somebody sees them who came in the middle. */
final class AnyEvents implements ArbitrarySupplier<List<AiEvent>> {
    private static final Instant AT = Instant.parse("2026-01-01T00:00:00Z");

    @Override
    public Arbitrary<List<AiEvent>> get() {
        return Arbitraries.of(1, 2)
                .flatMap(turn -> Arbitraries.of(kinds(new CallIds("s1", "turn-" + turn, turn, "request-" + turn))))
                .list()
                .ofMaxSize(12)
                .withoutEdgeCases();
    }

    private static List<AiEvent> kinds(CallIds ids) {
        Label tool = Label.of("drawWall");
        Duration took = Duration.ofMillis(12);
        Optional<AiError.Category> error = Optional.of(AiError.Category.RATE_LIMITED);
        return List.of(
                new AiEvent.SessionOpened(ids, AT, Optional.empty()),
                new AiEvent.SessionClosed(ids, AT),
                new AiEvent.TurnStarted(ids, AT),
                new AiEvent.TurnFinished(ids, AT, took, error, Usage.of(10, 2)),
                new AiEvent.CallStarted(ids, AT, Label.of("scripted"), Label.of("script")),
                new AiEvent.AttemptFailed(ids, AT, 1, AiError.Category.NETWORK),
                new AiEvent.Waiting(ids, AT, AT.plusSeconds(1), Label.of("retry")),
                new AiEvent.FirstContent(ids, AT, took),
                new AiEvent.CallFinished(ids, AT, took, FinishReason.STOP, Usage.of(10, 2), Optional.empty()),
                new AiEvent.ToolStarted(ids, AT, tool),
                new AiEvent.ToolProgressed(ids, AT, tool, 0.5),
                new AiEvent.ToolFinished(ids, AT, tool, took, Label.of("ok"), 20),
                new AiEvent.ToolDecided(ids, AT, tool, Label.of("approved")),
                new AiEvent.CacheChecked(ids, AT, false, Label.of("miss")),
                new AiEvent.Validated(ids, AT, Label.of("schema"), 0, 1),
                new AiEvent.EgressDecided(ids, AT, tool, Label.of("http"), Label.of("no-rule"), AiEvent.Egress.REFUSED),
                new AiEvent.ExtensionFailed(ids, AT, Label.of("units"), Label.OTHER));
    }
}
