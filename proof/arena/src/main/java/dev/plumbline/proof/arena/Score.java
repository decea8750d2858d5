package dev.plumbline.proof.arena;

import dev.plumbline.proof.contest.Cost;
import dev.plumbline.proof.contest.Scenario;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/** Everything that was measured, by scenario, contender and round. */
final class Score {
    /** So often may a process of a contender not come to an end before it sits out the rest of a scenario. */
    private static final int CHANCES = 2;

    private final Map<Key, SortedMap<Integer, Figure>> figures = new HashMap<>();

    private record Key(Scenario scenario, Fighter fighter) {}

    void add(Scenario scenario, Fighter fighter, int round, Figure figure) {
        figures.computeIfAbsent(new Key(scenario, fighter), key -> new TreeMap<>())
                .put(round, figure);
    }

    private SortedMap<Integer, Figure> rounds(Scenario scenario, Fighter fighter) {
        return figures.getOrDefault(new Key(scenario, fighter), new TreeMap<>());
    }

    /** How its processes ended. */
    Collection<Figure> ends(Scenario scenario, Fighter fighter) {
        return rounds(scenario, fighter).values();
    }

    /** Whether it has no chance left. */
    boolean sitsOut(Scenario scenario, Fighter fighter) {
        return ends(scenario, fighter).stream()
                        .filter(figure -> figure.cost().isEmpty())
                        .count()
                >= CHANCES;
    }

    /** What it cost that fighter, by round; empty when it has no figure. */
    Samples of(Scenario scenario, Fighter fighter, ToDoubleFunction<Cost> measure) {
        TreeMap<Integer, Double> values = new TreeMap<>();
        rounds(scenario, fighter)
                .forEach((round, figure) ->
                        figure.cost().ifPresent(cost -> values.put(round, measure.applyAsDouble(cost))));
        return new Samples(values);
    }

    /** Its time on the processor beside the floor's of the same round. */
    Samples ratio(Scenario scenario, Fighter fighter) {
        return of(scenario, fighter, Cost::cpuNanos).beside(of(scenario, Fighter.FLOOR, Cost::cpuNanos));
    }
}
