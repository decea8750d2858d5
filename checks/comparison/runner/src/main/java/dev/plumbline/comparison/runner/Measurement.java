package dev.plumbline.comparison.runner;

import dev.plumbline.comparison.harness.ResourceCost;
import java.util.Optional;

/**
 * The result of a peer's process in one scenario.
 *
 * @param cost the cost; empty if it was not measured
 * @param end how the process ended
 */
record Measurement(Optional<ResourceCost> cost, End end) {

    /** The end of a process. */
    enum End {
        /** It ended after the library was closed. */
        CLOSED("closed"),
        /** It was halted, because the library did not close. */
        LEFT_OPEN("measured, but did not close in time and was halted"),
        /** It was killed, because an operation did not end. */
        KILLED("did not come to an end and was killed"),
        /** It ended with an error. */
        FAILED("failed");

        private final String words;

        End(String words) {
            this.words = words;
        }

        /** Returns the text for the report. */
        String words() {
            return words;
        }
    }

    /** Returns the end, a tab, and the cost. */
    String columns() {
        return end + "\t" + cost.map(ResourceCost::line).orElse("");
    }

    /** Parses the {@link #columns}. */
    static Measurement parse(String end, String cost) {
        return new Measurement(
                cost.isEmpty() ? Optional.empty() : Optional.of(ResourceCost.parse(cost)), End.valueOf(end));
    }

    /** Parses the output of a process. */
    static Measurement of(String output) {
        String[] lines = output.strip().split("\n", -1);
        if (lines[0].isBlank()) {
            return new Measurement(Optional.empty(), End.FAILED);
        }
        End end = lines.length > 1 && lines[1].equals("closed") ? End.CLOSED : End.LEFT_OPEN;
        return new Measurement(Optional.of(ResourceCost.parse(lines[0])), end);
    }
}
