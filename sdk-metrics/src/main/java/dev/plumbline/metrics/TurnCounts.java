package dev.plumbline.metrics;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Counts the requests to models and the tool calls of each turn until it ends. Thread-safe. */
final class TurnCounts {
    /** The number of turns that may run; beyond it, those that are counted have begun long ago and never ended. */
    private static final int MOST = 10_000;

    private static final Counts NONE = new Counts(0, 0);

    private final Map<String, Counts> turns = new ConcurrentHashMap<>();

    /**
     * The counts of a turn.
     *
     * @param inferences the requests to models, failed ones included; none for an answer of the cache
     * @param tools the tool calls
     */
    record Counts(int inferences, int tools) {
        private Counts plus(Counts more) {
            return new Counts(inferences + more.inferences, tools + more.tools);
        }
    }

    void add(String turn, int inferences, int tools) {
        if (!turn.isEmpty()) {
            if (turns.size() >= MOST) {
                turns.clear();
            }
            turns.merge(turn, new Counts(inferences, tools), Counts::plus);
        }
    }

    /** Returns the counts of a turn that has ended, and forgets it. */
    Counts end(String turn) {
        Counts counts = turns.remove(turn);
        return counts == null ? NONE : counts;
    }
}
