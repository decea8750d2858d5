package dev.plumbline.mutants;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** The runs of tests without a mutant, one for each test of a process although many rows may name it. */
final class Baselines {
    private final Map<String, Run> runs = new HashMap<>();

    /**
     * A test without a mutant.
     *
     * @param test the test
     * @param outcome how it ended
     * @param millis how long it took
     * @param lines the lines that it ran, as {@link LineHits#names}
     */
    record Run(NamedTest test, NamedTest.Outcome outcome, long millis, Set<String> lines) {}

    /** Returns the run of a test, which may take that long. */
    Run of(NamedTest test, long limitMillis) {
        return runs.computeIfAbsent(test.name(), name -> run(test, limitMillis));
    }

    private static Run run(NamedTest test, long limitMillis) {
        LineHits.reset();
        long start = System.nanoTime();
        NamedTest.Outcome outcome = test.run(limitMillis);
        long took = (System.nanoTime() - start) / 1_000_000;
        return new Run(test, outcome, took, LineHits.names());
    }
}
