package dev.plumbline.web;

import dev.plumbline.call.AiReturn.Trace;
import dev.plumbline.event.CallRecord;
import dev.plumbline.event.Cost;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.event.TelemetryName;
import dev.plumbline.json.Json;
import dev.plumbline.metrics.AiMetrics;
import dev.plumbline.metrics.AiMetrics.CallMetrics;
import dev.plumbline.metrics.AiMetricsService;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The JSON of what happened to the calls of a conversation: times, caches, retries, checks and cost; no content. Times are
 * in microseconds, also those of the clock.
 */
final class WhyJson {
    private static final int STEPS_MOST = 12;

    private WhyJson() {}

    /** Returns what the runtime still remembers of a conversation, and the trace of the newest call. */
    static Json of(ConversationTable table, String session) {
        AiMetricsService metrics = table.runtime().metrics();
        AiMetrics numbers = metrics.session(session);
        Optional<Trace> trace = table.all().stream()
                .filter(live -> live.id().equals(session))
                .flatMap(live -> live.trace().stream())
                .reduce((before, last) -> last);
        return of(
                metrics.recent(event -> event.ids().session().equals(session)),
                numbers,
                numbers.calls().cost().map(Cost::toString).orElse("–"),
                trace);
    }

    /**
     * Returns the JSON of the events of a conversation.
     *
     * @param numbers the metrics of the whole conversation, which may have more events
     * @param cost what the whole conversation cost, for a person
     * @param trace of the newest call
     */
    static Json of(List<TelemetryEvent> events, AiMetrics numbers, String cost, Optional<Trace> trace) {
        Json json = TurnJson.of(events)
                .with("numbers", numbers(numbers).with("cost", cost))
                .with("steps", longest(numbers))
                .with("calls", TurnJson.each(events, TelemetryEvent.CallFinished.class, WhyJson::call));
        return trace.map(Trace::steps)
                .map(steps ->
                        json.with("trace", steps.stream().map(WhyJson::step).toList()))
                .orElse(json);
    }

    private static Json numbers(AiMetrics all) {
        CallMetrics calls = all.calls();
        Json json = Json.object()
                .with("turns", all.turns())
                .with("rounds", all.rounds())
                .with("calls", calls.finished())
                .with("failed", calls.failed())
                .with("attempts", calls.attempts())
                .with("retries", calls.retries())
                .with("sent", calls.sentBytes())
                .with("received", calls.receivedBytes())
                .with("input", calls.usage().input())
                .with("output", calls.usage().output())
                .with("speed", all.stream().tokensPerSecond())
                .with("inModel", TurnJson.micros(calls.inModel()))
                .with("tools", all.tools().finished())
                .with("toolsFailed", all.tools().failed())
                .with("inTools", TurnJson.micros(all.tools().inTools()))
                .with("hits", all.cache().hits())
                .with("misses", all.cache().misses())
                .with("saved", all.cache().savedTokens());
        return all.stream()
                .firstToken()
                .map(after -> json.with("first", TurnJson.micros(after)))
                .orElse(json);
    }

    private static List<Json> longest(AiMetrics numbers) {
        return numbers.steps().entrySet().stream()
                .sorted(Map.Entry.<TelemetryName, Duration>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(step -> step.getKey().text()))
                .limit(STEPS_MOST)
                .map(step ->
                        Json.object().with("name", step.getKey().text()).with("took", TurnJson.micros(step.getValue())))
                .toList();
    }

    private static Json call(TelemetryEvent.CallFinished finished) {
        CallRecord call = finished.call();
        Json json = Json.object()
                .with("provider", call.provider().text())
                .with("model", call.model().text())
                .with("took", TurnJson.micros(call.took()))
                .with("finish", TurnJson.word(call.finish()))
                .with("input", call.usage().input())
                .with("output", call.usage().output())
                .with("cached", call.usage().cachedInput())
                .with("written", call.usage().cacheWrites())
                .with("attempts", call.attempts().stream().map(WhyJson::attempt).toList())
                .with("waits", call.waits().stream().map(WhyJson::await).toList())
                .with("lookups", call.lookups().stream().map(WhyJson::lookup).toList())
                .with("checks", call.checks().stream().map(TurnJson::check).toList())
                .with("steps", call.steps().stream().map(TurnJson::step).toList());
        Json first = call.content()
                .first()
                .map(after -> json.with("first", TurnJson.micros(after)))
                .orElse(json);
        Json priced =
                call.cost().map(cost -> first.with("cost", cost.toString())).orElse(first);
        return call.error()
                .map(error -> priced.with("error", TurnJson.word(error)))
                .orElse(priced);
    }

    private static Json attempt(CallRecord.Attempt attempt) {
        Json json = Json.object()
                .with("after", TurnJson.micros(attempt.after()))
                .with("took", TurnJson.micros(attempt.took()))
                .with("status", attempt.status().orElse(0));
        return attempt.error()
                .map(error -> json.with("error", TurnJson.word(error)))
                .orElse(json);
    }

    private static Json await(CallRecord.Wait wait) {
        return Json.object()
                .with("why", wait.why().text())
                .with("after", TurnJson.micros(wait.after()))
                .with("took", TurnJson.micros(wait.took()));
    }

    private static Json lookup(CallRecord.CacheLookup lookup) {
        Json json =
                Json.object().with("hit", lookup.hit()).with("why", lookup.why().text());
        return lookup.savedTokens().isEmpty()
                ? json
                : json.with("saved", lookup.savedTokens().getAsLong());
    }

    private static Json step(Trace.Step step) {
        return Json.object()
                .with("name", step.policy())
                .with("took", TurnJson.micros(step.took()))
                .with("own", TurnJson.micros(step.ownTime()))
                .with("changed", !step.before().equals(step.after()))
                .with("answered", step.shortCircuit())
                .with("note", step.note());
    }
}
