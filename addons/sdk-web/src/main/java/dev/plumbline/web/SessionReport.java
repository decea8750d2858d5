package dev.plumbline.web;

import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.event.Usage;
import dev.plumbline.metrics.AiMetrics;
import dev.plumbline.metrics.AiMetrics.CallMetrics;
import dev.plumbline.metrics.AiMetricsService;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A report of a session: its conversation with the tree, metrics, a timeline of each turn, caches and retries, and the
 * times of all steps. It is the page of {@link WebInspector} as one file, and a few lines for a terminal. It shows kinds
 * and lengths of messages, and their text only on request. Immutable.
 */
public final class SessionReport {
    private final ConversationTree tree;
    private final List<TelemetryEvent> events;

    private SessionReport(ConversationTree tree, List<TelemetryEvent> events) {
        this.tree = tree;
        this.events = List.copyOf(events);
    }

    /**
     * Returns a report of a session.
     *
     * @param tree the conversation
     * @param events the events of that session, oldest first; those of other sessions must be left out
     */
    public static SessionReport of(ConversationTree tree, List<TelemetryEvent> events) {
        return new SessionReport(tree, events);
    }

    /**
     * Returns the report as one HTML file that a browser opens without a server and a network. The file runs only the
     * scripts of the page, and loads nothing; text of models, tools and users is data for them. Pictures and files of the
     * conversation appear by name and size.
     */
    public String html(ContentLevel content) {
        return ReportFile.write(tree, events, content == ContentLevel.WORDS);
    }

    /** Returns the report in a few lines, for a terminal. */
    public String text() {
        AiMetrics numbers = AiMetricsService.metricsOf(events);
        StringBuilder lines = new StringBuilder("Session " + numbers.ids().session() + System.lineSeparator());
        facts(numbers).forEach((name, value) -> lines.append(String.format(Locale.ROOT, "  %-14s %s%n", name, value)));
        byTurn().values()
                .forEach(happened -> TurnDescription.of(happened)
                        .forEach(sentence -> lines.append("  ").append(sentence).append(System.lineSeparator())));
        return lines.toString();
    }

    private Map<String, List<TelemetryEvent>> byTurn() {
        Map<String, List<TelemetryEvent>> turns = new LinkedHashMap<>();
        for (TelemetryEvent event : events) {
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
        facts.put("turns", numbers.turns() + ", " + Quantities.count(numbers.rounds(), "round"));
        facts.put("calls", calls.finished() + ", " + calls.failed() + " failed");
        facts.put("attempts", calls.attempts() + ", " + calls.retries() + " retried");
        facts.put(
                "network",
                Quantities.bytes(calls.sentBytes()) + " out, " + Quantities.bytes(calls.receivedBytes()) + " in");
        facts.put("tokens", tokens(calls.usage()));
        facts.put("cost", SpendingDescription.of(events).text());
        facts.put(
                "first content",
                numbers.stream()
                        .firstToken()
                        .map(after -> Quantities.time(after) + ", in the last call")
                        .orElse("never"));
        facts.put("speed", Quantities.number(numbers.stream().tokensPerSecond()) + " tokens/s");
        facts.put("in the model", Quantities.time(calls.inModel()));
        facts.put("tools", numbers.tools().finished() + ", " + numbers.tools().failed() + " failed");
        facts.put("in tools", Quantities.time(numbers.tools().inTools()));
        facts.put("cache", numbers.cache().hits() + " hit, " + numbers.cache().misses() + " missed");
        return facts;
    }

    /** Returns the tokens: {@code 100 in, 60 of them read from a prompt cache, 20 out}. */
    private static String tokens(Usage usage) {
        String cache =
                (usage.cachedInput() == 0 ? "" : ", " + usage.cachedInput() + " of them read from a prompt cache")
                        + (usage.cacheWrites() == 0 ? "" : ", " + usage.cacheWrites() + " of them written to one");
        return usage.input() + " in" + cache + ", " + usage.output() + " out";
    }

    /** The level of detail of messages in a report. */
    public enum ContentLevel {
        /** Kinds and lengths. */
        LENGTHS,
        /** The complete text. */
        WORDS
    }
}
