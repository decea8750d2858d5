package dev.plumbline.comparison.runner;

import dev.plumbline.comparison.harness.ResourceCost;
import dev.plumbline.comparison.harness.Scenario;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A performance goal of Plumbline.
 *
 * @param words the goal in words
 * @param ratio the measured ratio; empty if a measurement is missing
 * @param most the maximum ratio
 */
record PerformanceGoal(String words, Function<MeasurementTable, Samples> ratio, double most) {

    static List<PerformanceGoal> all() {
        return Stream.of(
                        atMost(Scenario.COLD, 1.1),
                        atMost(Scenario.COLD_TLS, 1.1),
                        atMost(Scenario.COLD_TOOL, 1.5),
                        atMost(Scenario.COLD_TOOL_TLS, 1.5),
                        atMost(Scenario.PLAIN_YOUNG, 1.2),
                        atMost(Scenario.PLAIN, 1.0),
                        atMost(Scenario.STREAM, 1.4),
                        atMost(Scenario.TOOLS_YOUNG, 2.2),
                        atMost(Scenario.TOOLS, 1.6),
                        below(Scenario.TRANSCRIPT, PeerLibrary.OPENAI, PeerLibrary.LANGCHAIN),
                        below(Scenario.CONVERSATION, PeerLibrary.OPENAI, PeerLibrary.LANGCHAIN),
                        below(Scenario.CANCEL, PeerLibrary.OPENAI, PeerLibrary.LANGCHAIN))
                .flatMap(goals -> goals)
                .toList();
    }

    private static Stream<PerformanceGoal> atMost(Scenario scenario, double most) {
        return Stream.of(new PerformanceGoal(
                String.format(Locale.ROOT, "%s at most %.1fx the baseline", ScenarioTitles.of(scenario), most),
                table -> table.ratio(scenario, PeerLibrary.PLUMBLINE),
                most));
    }

    private static Stream<PerformanceGoal> below(Scenario scenario, PeerLibrary... peers) {
        return Stream.of(peers)
                .map(peer -> new PerformanceGoal(
                        ScenarioTitles.of(scenario) + " below " + peer.title(), beside(scenario, peer), 1));
    }

    /** Returns our processor time relative to a peer's of the same round. */
    private static Function<MeasurementTable, Samples> beside(Scenario scenario, PeerLibrary peer) {
        return table -> table.of(scenario, PeerLibrary.PLUMBLINE, ResourceCost::cpuNanos)
                .beside(table.of(scenario, peer, ResourceCost::cpuNanos));
    }

    /** Returns a line with the result. */
    String line(MeasurementTable table) {
        Samples measured = ratio.apply(table);
        if (measured.isEmpty()) {
            return "– " + words + ": not measured";
        }
        String mark = measured.median() <= most ? "✓ " : "✗ ";
        return mark + words + String.format(Locale.ROOT, ": %.2fx", measured.median());
    }
}
