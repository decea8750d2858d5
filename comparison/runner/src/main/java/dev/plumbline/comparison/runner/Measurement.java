package dev.plumbline.comparison.runner;

import dev.plumbline.comparison.harness.ResourceCost;
import java.util.Optional;

/**
 * What a contender's process has shown in one scenario.
 *
 * @param cost what it cost; empty when the process did not come that far
 * @param end how the process ended
 */
record Measurement(Optional<ResourceCost> cost, End end) {

    /** How a process ends. */
    enum End {
        /** By itself, when the library had closed. */
        CLOSED("closed"),
        /** By a halt, because the library did not close. */
        LEFT_OPEN("measured, but did not close in time and was halted"),
        /** It was killed, because an operation did not come back. */
        KILLED("did not come to an end and was killed"),
        /** With an error. */
        FAILED("failed");

        private final String words;

        End(String words) {
            this.words = words;
        }

        /** As a line of the report says it. */
        String words() {
            return words;
        }
    }

    /** How it ended, a tab, and what it cost. */
    String columns() {
        return end + "\t" + cost.map(ResourceCost::line).orElse("");
    }

    /** The figure of its {@link #columns}. */
    static Measurement parse(String end, String cost) {
        return new Measurement(
                cost.isEmpty() ? Optional.empty() : Optional.of(ResourceCost.parse(cost)), End.valueOf(end));
    }

    /** What that output of a process says. */
    static Measurement of(String said) {
        String[] lines = said.strip().split("\n", -1);
        if (lines[0].isBlank()) {
            return new Measurement(Optional.empty(), End.FAILED);
        }
        End end = lines.length > 1 && lines[1].equals("closed") ? End.CLOSED : End.LEFT_OPEN;
        return new Measurement(Optional.of(ResourceCost.parse(lines[0])), end);
    }
}
