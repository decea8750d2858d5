package dev.plumbline.comparison.runner;

import dev.plumbline.comparison.harness.ResourceCost;
import dev.plumbline.comparison.harness.Scenario;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/** Everything that was measured, by scenario, contender and round. */
final class MeasurementTable {
    /** So often may a process of a contender not come to an end before it sits out the rest of a scenario. */
    private static final int CHANCES = 2;

    private final Map<Key, SortedMap<Integer, Measurement>> figures = new HashMap<>();

    private record Key(Scenario scenario, PeerLibrary fighter) {}

    void add(Scenario scenario, PeerLibrary fighter, int round, Measurement figure) {
        figures.computeIfAbsent(new Key(scenario, fighter), key -> new TreeMap<>())
                .put(round, figure);
    }

    private SortedMap<Integer, Measurement> rounds(Scenario scenario, PeerLibrary fighter) {
        return figures.getOrDefault(new Key(scenario, fighter), new TreeMap<>());
    }

    /** How its processes ended. */
    Collection<Measurement> ends(Scenario scenario, PeerLibrary fighter) {
        return rounds(scenario, fighter).values();
    }

    /** Whether it has no chance left. */
    boolean sitsOut(Scenario scenario, PeerLibrary fighter) {
        return ends(scenario, fighter).stream()
                        .filter(figure -> figure.cost().isEmpty())
                        .count()
                >= CHANCES;
    }

    /** What it cost that fighter, by round; empty when it has no figure. */
    Samples of(Scenario scenario, PeerLibrary fighter, ToDoubleFunction<ResourceCost> measure) {
        TreeMap<Integer, Double> values = new TreeMap<>();
        rounds(scenario, fighter)
                .forEach((round, figure) ->
                        figure.cost().ifPresent(cost -> values.put(round, measure.applyAsDouble(cost))));
        return new Samples(values);
    }

    /** Its time on the processor beside the floor's of the same round. */
    Samples ratio(Scenario scenario, PeerLibrary fighter) {
        return of(scenario, fighter, ResourceCost::cpuNanos)
                .beside(of(scenario, PeerLibrary.FLOOR, ResourceCost::cpuNanos));
    }
}
