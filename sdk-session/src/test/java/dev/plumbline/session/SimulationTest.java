package dev.plumbline.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Whether a conversation keeps its promises in every order of events that a seed chooses. */
class SimulationTest {
    private static final long BASE = 480_000_000L;
    private final Deque<SimulationScheduler.Worker> threads = new ArrayDeque<>();

    @Test
    void promises_everySeed() {
        long[] seeds = seeds();
        List<String> found = new ArrayList<>();
        long began = System.nanoTime();
        for (long seed : seeds) {
            Simulation.Result result = Simulation.run(seed, threads);
            if (!result.broken().isEmpty()) {
                found.add("seed " + seed + ": " + result.broken() + (found.isEmpty() ? "\n" + result.trace() : ""));
            }
        }
        System.out.println(
                seeds.length + " seeds in " + (System.nanoTime() - began) / 1_000_000 + " ms, " + found.size());
        assertThat(found).isEmpty();
    }

    private static long[] seeds() {
        Long one = Long.getLong("plumbline.seed");
        return one != null
                ? new long[] {one}
                : LongStream.range(BASE, BASE + Long.getLong("plumbline.seeds", 2000))
                        .toArray();
    }
}
