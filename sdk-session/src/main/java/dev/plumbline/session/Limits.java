package dev.plumbline.session;

import dev.plumbline.call.Budget;
import dev.plumbline.event.AiError;

/** The errors of used-up limits that the loop itself watches. */
final class Limits {
    static final String PER_ROUND = "tool-calls-per-round";

    private Limits() {}

    static AiError rounds(Budget budget) {
        return usedUp(
                "rounds", "the turn's budget of " + budget.rounds() + " rounds is used up; see Budget.withRounds");
    }

    static AiError withoutTools() {
        return usedUp("without-tools", "this answer was to come without tools; see Hook.Round.Next");
    }

    static AiError toolCallsPerRound(int limit) {
        return usedUp(PER_ROUND, "at most " + limit + " tool calls run in one round; ask for the rest in the next");
    }

    private static AiError usedUp(String code, String message) {
        return AiError.of(AiError.Category.BUDGET, code, message);
    }
}
