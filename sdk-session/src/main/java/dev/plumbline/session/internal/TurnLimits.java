package dev.plumbline.session.internal;

import dev.plumbline.call.BudgetTracker;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.call.SessionOptions.Budget;
import dev.plumbline.event.AiError;
import dev.plumbline.event.CallIds;
import dev.plumbline.internal.Words;
import dev.plumbline.json.Json;
import dev.plumbline.time.Scheduler;
import dev.plumbline.time.Subscription;
import dev.plumbline.ui.Question;
import dev.plumbline.ui.internal.UserPrompter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The remaining limits of a turn: rounds, of which a user can allow more, and the budget account that all policies
 * share.
 */
final class TurnLimits {
    private static final String PER_ROUND = "tool-calls-per-round";
    private static final int FLOOD = 256;
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String GO_ON = "go-on";
    private static final String FINISH = "finish";

    private final Budget budget;
    private final BudgetTracker spending;
    private final boolean asks;

    private TurnLimits(Budget budget, BudgetTracker spending, boolean asks) {
        this.budget = budget;
        this.spending = spending;
        this.asks = asks;
    }

    /** Returns the limits of a turn that begins now. */
    static TurnLimits of(TurnRequest request, Scheduler time) {
        Budget budget = request.budget();
        SessionOptions.ParentTurn parent = request.options().parent().orElse(null);
        BudgetTracker spending = parent == null
                ? BudgetTracker.of(budget, time::nanoTime)
                : parent.budget().child(budget);
        return new TurnLimits(
                budget, spending, parent == null && !request.isAside() && budget.onLimit() == Budget.LimitAction.ASK);
    }

    BudgetTracker spending() {
        return spending;
    }

    /** Runs a question to the user; its time counts for no limit. */
    <T> T untimed(Supplier<T> asking) {
        Subscription pause = spending.pauseTime();
        try {
            return asking.get();
        } finally {
            pause.close();
        }
    }

    /**
     * Returns whether that round is the last one that may request tools. This is the place where a user is asked for more:
     * a yes allows the whole budget once more. A side turn and the turn of a tool ask nobody: the answer of the latter goes
     * to the model that called the tool.
     */
    boolean isLast(int round, UserPrompter person, UserPrompter.QuestionContext occasion) {
        if (asks && round == rounds()) {
            UserPrompter.Reply reply = untimed(() -> person.ask(question(occasion.words()), occasion, PATIENCE));
            if (reply.option().id().equals(GO_ON)) {
                spending.allowAgain();
            }
        }
        return isUsedUp(round);
    }

    private UserPrompter.QuestionText question(Words words) {
        return new UserPrompter.QuestionText(
                words.say("limits.title"),
                List.of(Question.Part.host(words.say("limits.rounds", rounds(), budget.rounds()))),
                UserPrompter.option(GO_ON, words),
                UserPrompter.option(FINISH, words));
    }

    private long rounds() {
        return (long) budget.rounds() * spending.shares();
    }

    /** Returns whether no round may follow that one, except one without tools. */
    boolean isUsedUp(int round) {
        return round >= rounds();
    }

    /**
     * Returns what the model learns before the answer that follows the last round; empty before every other one. It holds for
     * that answer alone, so it need not be taken back, and is another one in each turn.
     */
    Optional<Json> lastWords(CallIds ids, int round) {
        return round <= rounds()
                ? Optional.empty()
                : Optional.of(Json.object()
                        .with("turn", ids.turn())
                        .with(
                                "rule",
                                "All " + rounds()
                                        + " rounds of this turn are used. Call no tool in the next answer: say what"
                                        + " was done and what is left to do. Tools can be called again after the user's next"
                                        + " message."));
    }

    /** Returns the error for a tool call in a round without tools. */
    AiError withoutTools(int round) {
        return round > rounds()
                ? noRounds()
                : usedUp("without-tools", "this answer was to come without tools; see Hook.Round.Next");
    }

    AiError noRounds() {
        return usedUp(
                "rounds",
                "the turn's budget of " + rounds() + " rounds is used up after "
                        + spending.toolCalls()
                        + " tool calls, whose results are kept; another message goes on from there,"
                        + " and Budget.withRounds allows more");
    }

    AiError toolCallsPerRound() {
        String most = "at most " + budget.toolCallsPerRound() + " tool calls run in one round";
        return usedUp(PER_ROUND, most + "; ask for the rest in the next");
    }

    /**
     * Returns the error for an answer with that many tool calls, none of which runs; null if it has not too many. No
     * person can follow so many calls, and the model did not mean them one by one.
     */
    @Nullable
    AiError flood(int calls) {
        int most = Math.max(FLOOD, budget.toolCallsPerRound());
        return calls <= most
                ? null
                : usedUp(
                        "tool-call-flood",
                        "an answer requested " + calls + " tool calls, and at most " + most
                                + " are considered; none ran; see Budget.withToolCalls");
    }

    /** Returns whether the limit applies to one round, so that the model may call again in the next round. */
    static boolean isOfTheRound(AiError limit) {
        return limit.code().equals(PER_ROUND);
    }

    private static AiError usedUp(String code, String message) {
        return AiError.of(AiError.Category.BUDGET, code, message);
    }
}
