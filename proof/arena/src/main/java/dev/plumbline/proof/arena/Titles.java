package dev.plumbline.proof.arena;

import dev.plumbline.proof.contest.Scenario;

/** What the scenarios are called in the tables. */
final class Titles {
    private Titles() {}

    static String of(Scenario scenario) {
        return switch (scenario) {
            case COLD -> "cold start to the first reply";
            case COLD_TOOL -> "cold start to the end of a turn with a tool";
            case PLAIN -> "plain call";
            case STREAM -> "stream of 2,000 deltas";
            case TOOLS -> "tool round with three calls";
            case TRANSCRIPT -> "question behind 1,000 messages";
            case CONVERSATION -> "50 turns, from 900 entries to 1,000";
            case CANCEL -> "stream given up at its first delta";
        };
    }
}
