package dev.plumbline.comparison.runner;

import dev.plumbline.comparison.harness.ResourceCost;
import dev.plumbline.comparison.harness.Scenario;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/** All measurements, by scenario, peer and round. */
final class MeasurementTable {
    /** The number of processes of a peer that may fail before it is excluded from a scenario. */
    private static final int CHANCES = 2;

    private final Map<Key, SortedMap<Integer, Measurement>> figures = new HashMap<>();

    private record Key(Scenario scenario, PeerLibrary peer) {}

    void add(Scenario scenario, PeerLibrary peer, int round, Measurement figure) {
        figures.computeIfAbsent(new Key(scenario, peer), key -> new TreeMap<>()).put(round, figure);
    }

    private SortedMap<Integer, Measurement> rounds(Scenario scenario, PeerLibrary peer) {
        return figures.getOrDefault(new Key(scenario, peer), new TreeMap<>());
    }

    /** Returns the measurements of its processes. */
    Collection<Measurement> ends(Scenario scenario, PeerLibrary peer) {
        return rounds(scenario, peer).values();
    }

    /** Returns whether a peer is excluded from a scenario. */
    boolean isExcluded(Scenario scenario, PeerLibrary peer) {
        return ends(scenario, peer).stream()
                        .filter(figure -> figure.cost().isEmpty())
                        .count()
                >= CHANCES;
    }

    /** Returns the values of a peer by round; empty if there are none. */
    Samples of(Scenario scenario, PeerLibrary peer, ToDoubleFunction<ResourceCost> measure) {
        TreeMap<Integer, Double> values = new TreeMap<>();
        rounds(scenario, peer)
                .forEach((round, figure) ->
                        figure.cost().ifPresent(cost -> values.put(round, measure.applyAsDouble(cost))));
        return new Samples(values);
    }

    /** Returns its processor time relative to the baseline of the same round. */
    Samples ratio(Scenario scenario, PeerLibrary peer) {
        return of(scenario, peer, ResourceCost::cpuNanos)
                .beside(of(scenario, PeerLibrary.BASELINE, ResourceCost::cpuNanos));
    }
}
