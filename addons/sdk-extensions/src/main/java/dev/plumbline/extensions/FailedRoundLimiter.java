package dev.plumbline.extensions;

import dev.plumbline.call.State.StateKey;
import dev.plumbline.plugin.Hook;

/** Counts consecutive rounds in which no tool call succeeded, and removes the tools if there are too many. */
record FailedRoundLimiter(int most) implements Hook {
    private static final StateKey<Integer> IN_A_ROW =
            StateKey.of("plumbline.extensions.failed-rounds", StateKey.Scope.TURN, 0);

    @Override
    public Decision<Round> onRoundDeciding(Round round, Context context) {
        if (round.results().isEmpty()) {
            return Decision.proceed();
        }
        boolean useless =
                round.results().stream().noneMatch(result -> result.envelope().isOk());
        int inARow = context.state().update(IN_A_ROW, before -> useless ? before + 1 : 0);
        return inARow >= most && round.next() == Round.Next.CONTINUE
                ? Decision.replace(round.withNext(Round.Next.FINISH_WITHOUT_TOOLS))
                : Decision.proceed();
    }

    /** Returns a priority after hooks that change the turn and before those that only read. */
    @Override
    public int priority() {
        return 110;
    }
}
