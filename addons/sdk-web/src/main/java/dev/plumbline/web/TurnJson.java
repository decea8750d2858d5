package dev.plumbline.web;

import dev.plumbline.event.CallRecord;
import dev.plumbline.event.CallRecord.StepTime;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The JSON of the turns of a conversation, their rounds and tools, and what rules decided, without its calls. Times are in microseconds. */
final class TurnJson {
    private TurnJson() {}

    static Json of(List<TelemetryEvent> events) {
        Map<String, List<TelemetryEvent>> byTurn = events.stream()
                .collect(Collectors.groupingBy(event -> event.ids().turn()));
        return Json.object()
                .with(
                        "turns",
                        each(
                                events,
                                TelemetryEvent.TurnFinished.class,
                                end -> turn(end, byTurn.getOrDefault(end.ids().turn(), List.of()))))
                .with("rounds", each(events, TelemetryEvent.RoundFinished.class, TurnJson::round))
                .with("tools", each(events, TelemetryEvent.ToolFinished.class, TurnJson::tool))
                .with("decisions", each(events, TelemetryEvent.ToolDecided.class, TurnJson::decision))
                .with("checks", each(events, TelemetryEvent.ArgumentsChecked.class, TurnJson::arguments))
                .with("refusals", each(refused(events), TelemetryEvent.EgressDecided.class, TurnJson::refusal))
                .with("failures", each(events, TelemetryEvent.ExtensionFailed.class, TurnJson::failure));
    }

    private static List<TelemetryEvent> refused(List<TelemetryEvent> events) {
        return events.stream()
                .filter(event -> event instanceof TelemetryEvent.EgressDecided egress
                        && egress.verdict() != TelemetryEvent.EgressDecision.ALLOWED)
                .toList();
    }

    /** Returns the events of a kind with their turn, round and time. */
    static <E extends TelemetryEvent> List<Json> each(
            List<TelemetryEvent> events, Class<E> kind, Function<E, Json> form) {
        return events.stream()
                .filter(kind::isInstance)
                .map(kind::cast)
                .map(event -> form.apply(event)
                        .with("turn", event.ids().turn())
                        .with("round", event.ids().round())
                        .with("at", ChronoUnit.MICROS.between(Instant.EPOCH, event.at())))
                .toList();
    }

    private static Json turn(TelemetryEvent.TurnFinished end, List<TelemetryEvent> happened) {
        SpendingDescription spent = SpendingDescription.of(happened);
        Json json = Json.object().with("took", micros(end.took())).with("stages", stages(end.steps()));
        Json priced = spent.isKnown() ? json.with("cost", spent.text()) : json;
        return end.error().map(error -> priced.with("error", word(error))).orElse(priced);
    }

    private static Json round(TelemetryEvent.RoundFinished round) {
        return Json.object().with("took", micros(round.took())).with("stages", stages(round.steps()));
    }

    private static List<Json> stages(List<StepTime> steps) {
        return steps.stream()
                .filter(step -> step.kind() == StepTime.Kind.STAGE)
                .map(TurnJson::step)
                .toList();
    }

    static Json step(StepTime step) {
        return Json.object()
                .with("name", step.name().text())
                .with("after", TimeUnit.NANOSECONDS.toMicros(step.after()))
                .with("took", TimeUnit.NANOSECONDS.toMicros(step.took()));
    }

    private static Json tool(TelemetryEvent.ToolFinished tool) {
        return Json.object()
                .with("name", tool.tool().text())
                .with("queued", micros(tool.queued()))
                .with("took", micros(tool.took()))
                .with("code", tool.code().text());
    }

    private static Json decision(TelemetryEvent.ToolDecided decided) {
        return Json.object()
                .with("name", decided.tool().text())
                .with("decision", decided.decision().text());
    }

    private static Json arguments(TelemetryEvent.ArgumentsChecked checked) {
        Json json = check(checked.check());
        return json.with("name", checked.tool().text() + ", " + json.get("name").asText());
    }

    static Json check(CallRecord.Check check) {
        return Json.object()
                .with("name", check.validator().text())
                .with("errors", check.errors())
                .with("warnings", check.warnings());
    }

    private static Json refusal(TelemetryEvent.EgressDecided egress) {
        return Json.object()
                .with("name", egress.tool().text())
                .with("place", egress.door().text())
                .with("rule", egress.rule().text());
    }

    private static Json failure(TelemetryEvent.ExtensionFailed failed) {
        return Json.object()
                .with("name", failed.extension().text())
                .with("cause", failed.causeClass().text());
    }

    static long micros(Duration time) {
        return TimeUnit.NANOSECONDS.toMicros(time.toNanos());
    }

    static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
