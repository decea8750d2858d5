package dev.plumbline.examples.floorplan;

import dev.plumbline.call.AiReturn;
import dev.plumbline.conversation.ConversationEntry;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The last words of the demo. */
final class DemoSummary {

    private DemoSummary() {}

    /** The numbers of a house that was drawn. */
    static String of(AiReturn drawn, int rounds, DemoStatistics counts, FloorPlan plan) {
        long refused = drawn.toolResults().stream()
                .filter(result -> !result.envelope().isOk())
                .count();
        Map<String, String> rows = new LinkedHashMap<>();
        rows.put("drawn", parts(plan));
        rows.put("rounds", "" + rounds);
        rows.put("tool calls", drawn.toolCalls().size() + ", " + refused + " refused");
        rows.put("tokens", drawn.usage().input() + " in, " + drawn.usage().output() + " out, as the model counts");
        rows.put("first token", "after " + counts.firstContent() + " in the first call, waits included");
        rows.put("retries", "" + counts.retries());
        rows.put("cache", counts.cache() + ", of all three questions");
        return rows.entrySet().stream()
                .map(row -> String.format("%-12s %s", row.getKey(), row.getValue()))
                .collect(Collectors.joining(System.lineSeparator()));
    }

    /** What is left of a turn that did not complete. */
    static String ofKept(AiReturn drawn, List<ConversationEntry> entries, FloorPlan plan) {
        String last = entries.isEmpty()
                ? ""
                : ", the last one " + entries.get(entries.size() - 1).status();
        return drawn.status() + ": kept " + entries.size() + " entries" + last + ", and " + parts(plan)
                + ". Every tool call has its result.";
    }

    private static String parts(FloorPlan plan) {
        return plan.walls().size() + " walls, " + plan.doors().size() + " doors, "
                + plan.rooms().size() + " rooms";
    }
}
