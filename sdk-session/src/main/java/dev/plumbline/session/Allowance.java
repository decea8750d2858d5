package dev.plumbline.session;

import dev.plumbline.call.Budget;
import dev.plumbline.call.Person;
import dev.plumbline.call.Question;
import dev.plumbline.event.AiError;
import java.time.Duration;
import java.util.List;

/** The errors of used-up limits that the loop itself watches. */
final class Limits {
    static final String PER_ROUND = "tool-calls-per-round";

    /** How long a person may think about it. */
    static final Duration PATIENCE = Duration.ofMinutes(2);

    static final Question.Option GO_ON = new Question.Option("go-on", "Go on");
    private static final Question.Option FINISH = new Question.Option("finish", "Finish now");

    private Limits() {}

    /** What a person is asked when the rounds are used up. */
    static Person.Wording goOn(int used, int more) {
        String text = "The model was asked " + used + " times and is not done. Ask it up to " + more + " times more?";
        return new Person.Wording("Go on?", text, List.of(GO_ON, FINISH), FINISH);
    }

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
