package dev.plumbline.call;

import dev.plumbline.body.Fingerprint;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/**
 * What each policy did to a call: names, times and fingerprints, no content. Steps are computed on first
 * use. Immutable; safe for any number of threads.
 */
public final class Trace {
    /** The trace of what no chain ran. */
    public static final Trace EMPTY = Trace.of(List::of);

    private final Supplier<List<Step>> source;

    private Trace(Supplier<List<Step>> source) {
        this.source = source;
    }

    /** A trace whose steps the supplier works out, the same ones each time. */
    public static Trace of(Supplier<List<Step>> steps) {
        return new Trace(steps);
    }

    /** One step for every time a policy ran, in the order in which they began: outermost first. */
    public List<Step> steps() {
        return source.get();
    }

    /** The last remark of a policy, e.g. cache: {@code miss: no entry}; empty when it did not run or made none. */
    public String note(String policy) {
        return steps().stream()
                .filter(step -> step.policy().equals(policy) && !step.note().isEmpty())
                .reduce("", (before, step) -> step.note(), (a, b) -> b);
    }

    /** The steps as a table, for a log or a terminal. */
    public String table() {
        StringBuilder table = new StringBuilder("policy                 own µs  changed  note\n");
        for (Step step : steps()) {
            table.append(String.format(
                    java.util.Locale.ROOT,
                    "%-20s %8d  %-7s  %s%n",
                    step.policy(),
                    step.own().toNanos() / 1000,
                    step.before().equals(step.after())
                            ? ""
                            : step.after().shortText().substring(5),
                    step.shortCircuit() ? ("stopped here " + step.note()).trim() : step.note()));
        }
        return table.toString();
    }

    @Override
    public String toString() {
        return "Trace[" + steps().size() + " steps]";
    }

    /**
     * One run of a policy.
     *
     * @param policy its name
     * @param took from its entry to its exit, inner policies included
     * @param own of that, what it spent itself
     * @param before the fingerprint of the call it got
     * @param after the fingerprint of the call it passed on; the same when it changed nothing that counts
     * @param shortCircuit whether it answered without passing the call on
     * @param note what it said of itself; empty when nothing
     */
    public record Step(
            String policy,
            Duration took,
            Duration own,
            Fingerprint before,
            Fingerprint after,
            boolean shortCircuit,
            String note) {}
}
