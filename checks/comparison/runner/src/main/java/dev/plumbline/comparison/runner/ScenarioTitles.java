package dev.plumbline.comparison.runner;

import dev.plumbline.comparison.harness.Scenario;

/** The titles of the scenarios in the tables. */
final class ScenarioTitles {
    private ScenarioTitles() {}

    static String of(Scenario scenario) {
        return switch (scenario) {
            case COLD -> "cold start to the first reply";
            case COLD_TOOL -> "cold start to the end of a turn with a tool";
            case COLD_TLS -> of(Scenario.COLD) + ", over TLS";
            case COLD_TOOL_TLS -> of(Scenario.COLD_TOOL) + ", over TLS";
            case PLAIN_YOUNG -> "plain call, calls 2 to 50";
            case PLAIN -> "plain call, after 100,000";
            case STREAM -> "stream of 2,000 deltas";
            case TOOLS_YOUNG -> "tool round with three calls, turns 2 to 20";
            case TOOLS -> "tool round with three calls, after 40,000";
            case TRANSCRIPT -> "question behind 1,000 messages";
            case CONVERSATION -> "50 turns, from 900 entries to 1,000";
            case CANCEL -> "stream given up at its first delta";
        };
    }
}
