package dev.plumbline.proof.arena;

import dev.plumbline.proof.contest.Cost;
import dev.plumbline.proof.contest.Scenario;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Every cost that was measured. */
final class Score {
    private final Map<Key, List<Cost>> costs = new HashMap<>();

    private record Key(Scenario scenario, Fighter fighter) {}

    void add(Scenario scenario, Fighter fighter, Cost cost) {
        costs.computeIfAbsent(new Key(scenario, fighter), key -> new ArrayList<>())
                .add(cost);
    }

    /** What it cost that fighter, in the order of the rounds; empty when it did not take part. */
    Samples of(Scenario scenario, Fighter fighter, ToDoubleFunction<Cost> measure) {
        return new Samples(costs.getOrDefault(new Key(scenario, fighter), List.of()).stream()
                .mapToDouble(measure)
                .boxed()
                .toList());
    }

    /** Its time on the processor beside the floor's. */
    Samples ratio(Scenario scenario, Fighter fighter) {
        return of(scenario, fighter, Cost::cpuNanos).beside(of(scenario, Fighter.FLOOR, Cost::cpuNanos));
    }
}
