package dev.plumbline.metrics;

import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.event.AiEvent;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.TelemetryLabel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A report of a session: metrics, a timeline of each turn, caches and retries, the tree of the conversation, and the
 * times of all steps. It shows kinds and lengths of messages, and their text only on request. Immutable.
 */
public final class SessionReport {
    private static final int SLOWEST = 12;

    private final ConversationTree tree;
    private final List<AiEvent> events;

    private SessionReport(ConversationTree tree, List<AiEvent> events) {
        this.tree = tree;
        this.events = List.copyOf(events);
    }

    /**
     * Returns a report of a session.
     *
     * @param tree the conversation
     * @param events the events of that session, oldest first
     */
    public static SessionReport of(ConversationTree tree, List<AiEvent> events) {
        return new SessionReport(tree, events);
    }

    /**
     * Returns the report as an HTML page without scripts and external resources; text of models and users is escaped.
     */
    public String html(ContentLevel content) {
        AiMetrics numbers = numbers();
        HtmlWriter page = new HtmlWriter()
                .raw(HEAD)
                .element("h1", "Session " + numbers.ids().session());
        cards(page, numbers);
        byTurn().forEach((turn, happened) -> turn(page, happened));
        page.raw("<h2>Conversation</h2>");
        new ReportTreeRenderer(tree, content == ContentLevel.WORDS).draw(page);
        slowest(page, numbers);
        return page.raw("</main></body></html>\n").toString();
    }

    /** Returns the report in a few lines, for a terminal. */
    public String text() {
        AiMetrics numbers = numbers();
        StringBuilder lines = new StringBuilder("Session " + numbers.ids().session() + System.lineSeparator());
        facts(numbers)
                .forEach((name, value) ->
                        lines.append(String.format(java.util.Locale.ROOT, "  %-14s %s%n", name, value)));
        byTurn().values()
                .forEach(happened -> TurnDescription.of(happened)
                        .forEach(sentence -> lines.append("  ").append(sentence).append(System.lineSeparator())));
        return lines.toString();
    }

    private AiMetrics numbers() {
        MetricsAccumulator tally = new MetricsAccumulator();
        events.forEach(tally::add);
        return tally.metrics(
                events.isEmpty()
                        ? CallIds.NONE
                        : new CallIds(events.get(0).ids().session(), "", 0, ""));
    }

    private Map<String, List<AiEvent>> byTurn() {
        Map<String, List<AiEvent>> turns = new LinkedHashMap<>();
        for (AiEvent event : events) {
            if (!event.ids().turn().isEmpty()) {
                turns.computeIfAbsent(event.ids().turn(), id -> new ArrayList<>())
                        .add(event);
            }
        }
        return turns;
    }

    private Map<String, String> facts(AiMetrics numbers) {
        Map<String, String> facts = new LinkedHashMap<>();
        CallMetrics calls = numbers.calls();
        facts.put("turns", numbers.turns() + ", " + HtmlWriter.count(numbers.rounds(), "round"));
        facts.put("calls", calls.finished() + ", " + calls.failed() + " failed");
        facts.put("attempts", calls.attempts() + ", " + calls.retries() + " retried");
        facts.put(
                "network",
                HtmlWriter.bytes(calls.sentBytes()) + " out, " + HtmlWriter.bytes(calls.receivedBytes()) + " in");
        facts.put("tokens", calls.usage().input() + " in, " + calls.usage().output() + " out");
        facts.put("cost", SpendingDescription.of(events).text());
        facts.put(
                "first content",
                numbers.stream().firstToken().map(HtmlWriter::time).orElse("never"));
        facts.put("speed", HtmlWriter.number(numbers.stream().tokensPerSecond()) + " tokens/s");
        facts.put("in the model", HtmlWriter.time(calls.inModel()));
        facts.put("tools", numbers.tools().finished() + ", " + numbers.tools().failed() + " failed");
        facts.put("in tools", HtmlWriter.time(numbers.tools().inTools()));
        facts.put("cache", numbers.cache().hits() + " hit, " + numbers.cache().misses() + " missed");
        return facts;
    }

    private void cards(HtmlWriter page, AiMetrics numbers) {
        page.raw("<dl>");
        facts(numbers)
                .forEach((name, value) -> page.raw("<div>")
                        .element("dt", name)
                        .element("dd", value)
                        .raw("</div>"));
        page.raw("</dl>");
    }

    private static void turn(HtmlWriter page, List<AiEvent> happened) {
        String outcome = happened.stream()
                .filter(AiEvent.TurnFinished.class::isInstance)
                .map(AiEvent.TurnFinished.class::cast)
                .map(end -> end.error().map(Enum::toString).orElse("completed") + " in " + HtmlWriter.time(end.took()))
                .reduce("not over", (before, last) -> last);
        SpendingDescription spent = SpendingDescription.of(happened);
        page.raw("<section>").element("h2", "Turn, " + outcome + (spent.isKnown() ? ", " + spent.text() : ""));
        TimelineChart timeline = new TimelineChart(happened);
        if (!timeline.isEmpty()) {
            timeline.draw(page);
        }
        List<String> story = TurnDescription.of(happened);
        if (!story.isEmpty()) {
            page.raw("<ul class=\"story\">");
            story.forEach(sentence -> page.element("li", sentence));
            page.raw("</ul>");
        }
        page.raw("</section>");
    }

    private static void slowest(HtmlWriter page, AiMetrics numbers) {
        page.raw("<h2>Where the time went</h2><table>");
        numbers.steps().entrySet().stream()
                .sorted(Map.Entry.<TelemetryLabel, Duration>comparingByValue(Comparator.reverseOrder()))
                .limit(SLOWEST)
                .forEach(step -> page.raw("<tr>")
                        .element("td", step.getKey().text())
                        .element("td", HtmlWriter.time(step.getValue()))
                        .raw("</tr>"));
        page.raw("</table>");
    }

    /** The level of detail of messages in a report. */
    public enum ContentLevel {
        /** Kinds and lengths. */
        LENGTHS,
        /** The complete text. */
        WORDS
    }

    private static final String HEAD = """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8"><title>Plumbline session report</title>
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
            <meta name="viewport" content="width=device-width">
            <style>
            :root { color-scheme: light dark; --ink: #1d2733; --dim: #66727f; --paper: #fbfaf7; --line: #d9d5cb; }
            @media (prefers-color-scheme: dark) {
              :root { --ink: #e6e9ec; --dim: #98a3ae; --paper: #14181d; --line: #343b44; } }
            body { background: var(--paper); color: var(--ink); font: 15px/1.45 system-ui, sans-serif; margin: 0 }
            main { max-width: 64rem; margin: 0 auto; padding: 2rem 1.5rem 4rem }
            h1 { font-size: 1.35rem; overflow-wrap: anywhere } h2 { font-size: 1.05rem; margin: 2.2rem 0 .6rem }
            dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(10rem, 1fr)); gap: .6rem; margin: 0 }
            dl div { border: 1px solid var(--line); border-radius: 6px; padding: .5rem .7rem }
            dt { color: var(--dim); font-size: .8rem } dd { margin: 0; font-variant-numeric: tabular-nums }
            svg { width: 100%; height: auto; border-top: 1px solid var(--line) }
            svg text { font: 11px system-ui, sans-serif; fill: var(--dim) } svg .name { fill: #fff }
            .stage { fill: #8a94a0 } .round { fill: #5b6b7d } .call { fill: #2f6f9f } .attempt { fill: #4b9ac4 }
            .wait { fill: #c59a3d } .tool { fill: #4c8c5c } .failed { fill: #b5483f }
            .story, .tree ul { padding-left: 1.2rem } .tree > ul { padding-left: 0 } .tree li { list-style: none }
            .tree ul { border-left: 1px solid var(--line); margin: 0 } .tree b { font-weight: 600 }
            .tree i { color: var(--dim); font-style: normal } .tree mark { border-radius: 4px; padding: 0 .35rem;
              background: #2f6f9f; color: #fff }
            pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: .2rem 0 .6rem; padding: .5rem .7rem;
              border: 1px solid var(--line); border-radius: 6px; font: 13px/1.4 ui-monospace, monospace }
            table { border-collapse: collapse } td { padding: .15rem 1.5rem .15rem 0; font-variant-numeric: tabular-nums }
            </style></head><body><main>
            """;
}
