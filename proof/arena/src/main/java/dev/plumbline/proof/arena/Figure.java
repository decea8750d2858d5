package dev.plumbline.proof.arena;

import dev.plumbline.proof.contest.Cost;
import java.util.Optional;

/**
 * What a contender's process has shown in one scenario.
 *
 * @param cost what it cost; empty when the process did not come that far
 * @param end how the process ended
 */
record Figure(Optional<Cost> cost, End end) {

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
        return end + "\t" + cost.map(Cost::line).orElse("");
    }

    /** The figure of its {@link #columns}. */
    static Figure parse(String end, String cost) {
        return new Figure(cost.isEmpty() ? Optional.empty() : Optional.of(Cost.parse(cost)), End.valueOf(end));
    }

    /** What that output of a process says. */
    static Figure of(String said) {
        String[] lines = said.strip().split("\n", -1);
        if (lines[0].isBlank()) {
            return new Figure(Optional.empty(), End.FAILED);
        }
        End end = lines.length > 1 && lines[1].equals("closed") ? End.CLOSED : End.LEFT_OPEN;
        return new Figure(Optional.of(Cost.parse(lines[0])), end);
    }
}
