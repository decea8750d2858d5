package dev.plumbline.web;

import dev.plumbline.call.Trace;
import dev.plumbline.event.AiEvent;
import dev.plumbline.event.CallRecord;
import dev.plumbline.event.StepTime;
import dev.plumbline.json.Json;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The JSON of what happened to the calls of a conversation: times, caches, retries, checks and cost; no content. Times are in microseconds. */
final class WhyJson {
    private WhyJson() {}

    /** Returns the calls and tools of a conversation that the runtime still remembers, and the trace of the newest call. */
    static Json of(ConversationTable table, String session) {
        List<AiEvent> events =
                table.runtime().metrics().recent(event -> event.ids().session().equals(session));
        Json json = Json.object()
                .with("calls", each(events, AiEvent.CallFinished.class, WhyJson::call))
                .with("tools", each(events, AiEvent.ToolFinished.class, WhyJson::tool))
                .with("decisions", each(events, AiEvent.ToolDecided.class, WhyJson::decision));
        Optional<Trace> trace = table.all().stream()
                .filter(live -> live.id().equals(session))
                .flatMap(live -> live.trace().stream())
                .reduce((before, last) -> last);
        return trace.map(Trace::steps)
                .map(steps ->
                        json.with("trace", steps.stream().map(WhyJson::step).toList()))
                .orElse(json);
    }

    private static <E extends AiEvent> List<Json> each(
            List<AiEvent> events, Class<E> kind, java.util.function.Function<E, Json> form) {
        return events.stream()
                .filter(kind::isInstance)
                .map(kind::cast)
                .map(event -> form.apply(event)
                        .with("turn", event.ids().turn())
                        .with("round", event.ids().round())
                        .with("at", event.at().toEpochMilli()))
                .toList();
    }

    private static Json call(AiEvent.CallFinished finished) {
        CallRecord call = finished.call();
        Json json = Json.object()
                .with("provider", call.provider().text())
                .with("model", call.model().text())
                .with("took", micros(call.took()))
                .with("finish", word(call.finish()))
                .with("input", call.usage().input())
                .with("output", call.usage().output())
                .with("cached", call.usage().cachedInput())
                .with("attempts", call.attempts().stream().map(WhyJson::attempt).toList())
                .with("waits", call.waits().stream().map(WhyJson::await).toList())
                .with("lookups", call.lookups().stream().map(WhyJson::lookup).toList())
                .with("checks", call.checks().stream().map(WhyJson::check).toList())
                .with("steps", call.steps().stream().map(WhyJson::step).toList());
        Json first = call.content()
                .first()
                .map(after -> json.with("first", micros(after)))
                .orElse(json);
        Json priced =
                call.cost().map(cost -> first.with("cost", cost.toString())).orElse(first);
        return call.error().map(error -> priced.with("error", word(error))).orElse(priced);
    }

    private static Json attempt(CallRecord.Attempt attempt) {
        Json json = Json.object()
                .with("after", micros(attempt.after()))
                .with("took", micros(attempt.took()))
                .with("status", attempt.status());
        return attempt.error().map(error -> json.with("error", word(error))).orElse(json);
    }

    private static Json await(CallRecord.Wait wait) {
        return Json.object()
                .with("why", wait.why().text())
                .with("after", micros(wait.after()))
                .with("took", micros(wait.took()));
    }

    private static Json lookup(CallRecord.CacheLookup lookup) {
        return Json.object().with("hit", lookup.hit()).with("why", lookup.why().text());
    }

    private static Json check(CallRecord.Check check) {
        return Json.object()
                .with("name", check.validator().text())
                .with("errors", check.errors())
                .with("warnings", check.warnings());
    }

    private static Json step(StepTime step) {
        return Json.object()
                .with("name", step.name().text())
                .with("after", TimeUnit.NANOSECONDS.toMicros(step.after()))
                .with("took", TimeUnit.NANOSECONDS.toMicros(step.took()));
    }

    private static Json step(Trace.Step step) {
        return Json.object()
                .with("name", step.policy())
                .with("took", micros(step.took()))
                .with("own", micros(step.ownTime()))
                .with("changed", !step.before().equals(step.after()))
                .with("answered", step.shortCircuit())
                .with("note", step.note());
    }

    private static Json tool(AiEvent.ToolFinished tool) {
        return Json.object()
                .with("name", tool.tool().text())
                .with("queued", micros(tool.queued()))
                .with("took", micros(tool.took()))
                .with("code", tool.code().text());
    }

    private static Json decision(AiEvent.ToolDecided decided) {
        return Json.object()
                .with("name", decided.tool().text())
                .with("decision", decided.decision().text());
    }

    private static long micros(Duration time) {
        return TimeUnit.NANOSECONDS.toMicros(time.toNanos());
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
