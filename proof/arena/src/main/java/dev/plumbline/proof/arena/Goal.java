package dev.plumbline.proof.arena;

import dev.plumbline.proof.contest.Scenario;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * What Plumbline is to reach.
 *
 * @param words the goal
 * @param reached whether the numbers say so
 */
record Goal(String words, Predicate<Score> reached) {

    static List<Goal> all() {
        return List.of(
                atMost(Scenario.PLAIN, 1.3),
                new Goal("a plain call within 10 % of openai-java", score -> besideOpenAi(score) <= 1.1),
                below(Scenario.PLAIN, Fighter.LANGCHAIN, Fighter.SPRING),
                atMost(Scenario.STREAM, 1.9),
                below(Scenario.STREAM, Fighter.OPENAI, Fighter.LANGCHAIN, Fighter.SPRING),
                new Goal(
                        "a stream without policies at most 1.5x the floor",
                        score -> score.ratio(Scenario.STREAM, Fighter.BARE).median() <= 1.5),
                below(Scenario.TOOLS, Fighter.OPENAI, Fighter.LANGCHAIN, Fighter.SPRING),
                atMost(Scenario.TRANSCRIPT, 0.5),
                atMost(Scenario.COLD, 1.5),
                atMost(Scenario.COLD_TOOL, 2.1),
                below(Scenario.COLD, Fighter.OPENAI, Fighter.LANGCHAIN, Fighter.SPRING),
                below(Scenario.COLD_TOOL, Fighter.OPENAI, Fighter.LANGCHAIN, Fighter.SPRING));
    }

    private static double besideOpenAi(Score score) {
        return score.of(Scenario.PLAIN, Fighter.PLUMBLINE, cost -> cost.cpuNanos())
                .beside(score.of(Scenario.PLAIN, Fighter.OPENAI, cost -> cost.cpuNanos()))
                .median();
    }

    private static Goal atMost(Scenario scenario, double most) {
        return new Goal(
                String.format(Locale.ROOT, "%s at most %.1fx the floor", Titles.of(scenario), most),
                score -> score.ratio(scenario, Fighter.PLUMBLINE).median() <= most);
    }

    private static Goal below(Scenario scenario, Fighter... peers) {
        String names = String.join(", ", Stream.of(peers).map(Fighter::title).toList());
        return new Goal(
                Titles.of(scenario) + " below " + names,
                score -> Stream.of(peers)
                        .allMatch(
                                peer -> score.ratio(scenario, Fighter.PLUMBLINE).median()
                                        < score.ratio(scenario, peer).median()));
    }
}
