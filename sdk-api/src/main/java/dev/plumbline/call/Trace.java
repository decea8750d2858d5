package dev.plumbline.call;

import dev.plumbline.body.Fingerprint;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/**
 * The steps of a call through its policies: names, times and fingerprints, no content. Steps are computed on first use.
 * Immutable; thread-safe.
 */
public final class Trace {
    /** The trace of a return that no chain produced. */
    public static final Trace EMPTY = Trace.of(List::of);

    private final Supplier<List<Step>> source;

    private Trace(Supplier<List<Step>> source) {
        this.source = source;
    }

    /** Returns a trace whose steps the supplier computes; it must return the same ones each time. */
    public static Trace of(Supplier<List<Step>> steps) {
        return new Trace(steps);
    }

    /** Returns one step for each run of a policy, in the order in which they began: outermost first. */
    public List<Step> steps() {
        return source.get();
    }

    /**
     * Returns the last remark of a policy, e.g. cache: {@code miss: no entry}, or all of the provider, with semicolons;
     * empty if it did not run or made none.
     */
    public String note(String policy) {
        return steps().stream()
                .filter(step -> step.policy().equals(policy) && !step.note().isEmpty())
                .reduce("", (before, step) -> step.note(), (a, b) -> b);
    }

    /** Returns the steps as a table, for a log or a terminal. */
    public String table() {
        StringBuilder table = new StringBuilder("policy                 own µs  changed  note\n");
        for (Step step : steps()) {
            table.append(String.format(
                    java.util.Locale.ROOT,
                    "%-20s %8d  %-7s  %s%n",
                    step.policy(),
                    step.ownTime().toNanos() / 1000,
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
     * @param ownTime the part of {@code took} without inner policies
     * @param before the fingerprint of the call that it received
     * @param after the fingerprint of the call that it passed on; the same if it changed no field of the fingerprint
     * @param shortCircuit whether it answered without passing the call on
     * @param note its last remark, or all of a provider; empty if it made none
     */
    public record Step(
            String policy,
            Duration took,
            Duration ownTime,
            Fingerprint before,
            Fingerprint after,
            boolean shortCircuit,
            String note) {}
}
