package dev.plumbline.session;

import dev.plumbline.call.Budget;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.call.Spending;
import dev.plumbline.event.AiError;
import dev.plumbline.host.Person;
import dev.plumbline.host.Question;
import dev.plumbline.session.state.TurnRequest;
import dev.plumbline.time.Subscription;
import dev.plumbline.time.Timekeeper;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/**
 * What a turn may still use: rounds, of which a person can allow more, and the account that all policies share. What the
 * turn's own thread counts here, no other thread does.
 */
final class TurnLimits {
    private static final String PER_ROUND = "tool-calls-per-round";
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Question.Option GO_ON = new Question.Option("go-on", "Go on");
    private static final Question.Option FINISH = new Question.Option("finish", "Finish now");

    private final Budget budget;
    private final Spending spending;
    private int rounds;

    private TurnLimits(Budget budget, Spending spending) {
        this.budget = budget;
        this.spending = spending;
        this.rounds = budget.rounds();
    }

    /** What a turn may use that begins now. */
    static TurnLimits of(TurnRequest request, Timekeeper time) {
        Budget budget = request.budget();
        SessionOptions.Parent parent = request.options().parent().orElse(null);
        Spending spending = parent == null
                ? Spending.of(budget, time::nanos)
                : parent.spending().child(budget);
        return new TurnLimits(budget, spending);
    }

    Spending spending() {
        return spending;
    }

    /** The time that users take counts for no limit. */
    <T> T untimed(Supplier<T> asking) {
        Subscription pause = spending.stopTime();
        try {
            return asking.get();
        } finally {
            pause.close();
        }
    }

    /** Whether that round is the last one that may ask for tools; a person may be asked for more. */
    boolean isLast(int round, Person person, Person.Occasion occasion) {
        boolean asks = round == rounds && budget.onLimit() == Budget.LimitAction.ASK;
        if (asks) {
            Person.Reply reply = untimed(() -> person.ask(question(), occasion, PATIENCE));
            rounds += reply.option().equals(GO_ON) ? budget.rounds() : 0;
        }
        return isUsedUp(round);
    }

    private Person.Wording question() {
        String text = "The model was asked " + rounds + " times and is not done. Ask it up to " + budget.rounds()
                + " times more?";
        return new Person.Wording("Go on?", text, List.of(GO_ON, FINISH), FINISH);
    }

    /** Whether none may follow that one, but for one without tools. */
    boolean isUsedUp(int round) {
        return round >= rounds;
    }

    /** Why a call of a round without tools does not run. */
    AiError withoutTools(int round) {
        return round > rounds
                ? noRounds()
                : usedUp("without-tools", "this answer was to come without tools; see Hook.Round.Next");
    }

    AiError noRounds() {
        return usedUp(
                "rounds", "the turn's budget of " + budget.rounds() + " rounds is used up; see Budget.withRounds");
    }

    AiError toolCallsPerRound() {
        String most = "at most " + budget.toolCallsPerRound() + " tool calls run in one round";
        return usedUp(PER_ROUND, most + "; ask for the rest in the next");
    }

    /** Whether it is a matter of the round, so that the model may ask again in the next. */
    static boolean isOfTheRound(AiError limit) {
        return limit.code().equals(PER_ROUND);
    }

    private static AiError usedUp(String code, String message) {
        return AiError.of(AiError.Category.BUDGET, code, message);
    }
}
