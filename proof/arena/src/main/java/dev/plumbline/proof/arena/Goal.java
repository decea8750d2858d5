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
                        Stream.of(
                                atMost(Scenario.PLAIN, 1.3),
                                new Goal(
                                        "a plain call within 10 % of openai-java",
                                        beside(Scenario.PLAIN, Fighter.OPENAI), 1.1)),
                        below(Scenario.PLAIN, Fighter.LANGCHAIN, Fighter.SPRING),
                        Stream.of(
                                atMost(Scenario.STREAM, 1.9),
                                new Goal(
                                        "a stream without policies at most 1.5x the floor",
                                        score -> score.ratio(Scenario.STREAM, Fighter.BARE),
                                        1.5)),
                        below(Scenario.STREAM, Fighter.OPENAI, Fighter.LANGCHAIN, Fighter.SPRING),
                        below(Scenario.TOOLS, Fighter.OPENAI, Fighter.LANGCHAIN, Fighter.SPRING),
                        Stream.of(
                                atMost(Scenario.TRANSCRIPT, 0.5),
                                atMost(Scenario.COLD, 1.5),
                                atMost(Scenario.COLD_TOOL, 2.1)),
                        below(Scenario.COLD, Fighter.OPENAI, Fighter.LANGCHAIN, Fighter.SPRING),
                        below(Scenario.COLD_TOOL, Fighter.OPENAI, Fighter.LANGCHAIN, Fighter.SPRING))
                .flatMap(goals -> goals)
                .toList();
    }

    private static Goal atMost(Scenario scenario, double most) {
        return new Goal(
                String.format(Locale.ROOT, "%s at most %.1fx the floor", Titles.of(scenario), most),
                score -> score.ratio(scenario, Fighter.PLUMBLINE),
                most);
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
