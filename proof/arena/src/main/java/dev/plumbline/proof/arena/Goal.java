package dev.plumbline.proof.arena;

import dev.plumbline.proof.contest.Cost;
import dev.plumbline.proof.contest.Scenario;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * What Plumbline is to reach.
 *
 * @param words the goal
 * @param ratio what is measured; empty when something it needs was not
 * @param most what it may be at most
 */
record Goal(String words, Function<Score, Samples> ratio, double most) {

    static List<Goal> all() {
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
                        below(Scenario.TRANSCRIPT, Fighter.OPENAI, Fighter.LANGCHAIN),
                        below(Scenario.CONVERSATION, Fighter.OPENAI, Fighter.LANGCHAIN),
                        below(Scenario.CANCEL, Fighter.OPENAI, Fighter.LANGCHAIN))
                .flatMap(goals -> goals)
                .toList();
    }

    private static Stream<Goal> atMost(Scenario scenario, double most) {
        return Stream.of(new Goal(
                String.format(Locale.ROOT, "%s at most %.1fx the floor", Titles.of(scenario), most),
                score -> score.ratio(scenario, Fighter.PLUMBLINE),
                most));
    }

    private static Stream<Goal> below(Scenario scenario, Fighter... peers) {
        return Stream.of(peers)
                .map(peer -> new Goal(Titles.of(scenario) + " below " + peer.title(), beside(scenario, peer), 1));
    }

    /** Our time on the processor beside a peer's of the same round. */
    private static Function<Score, Samples> beside(Scenario scenario, Fighter peer) {
        return score ->
                score.of(scenario, Fighter.PLUMBLINE, Cost::cpuNanos).beside(score.of(scenario, peer, Cost::cpuNanos));
    }

    /** Whether it is reached, and by how much. */
    String line(Score score) {
        Samples measured = ratio.apply(score);
        if (measured.isEmpty()) {
            return "– " + words + ": not measured";
        }
        String mark = measured.median() <= most ? "✓ " : "✗ ";
        return mark + words + String.format(Locale.ROOT, ": %.2fx", measured.median());
    }
}
