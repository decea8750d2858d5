package dev.plumbline.integration.generated;

import dev.plumbline.testkit.laws.AiArbitraries;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/**
 * One step of a generated program for a conversation: an action of the user, a crash or a restart. The test defines the
 * meaning of a step and skips impossible ones.
 *
 * @param deed the action
 * @param words the text of a message, if the action has one
 * @param choice the index of the target, modulo the number of possible targets
 */
record SessionStep(Action deed, String words, int choice) {

    /** An action on a conversation. */
    enum Action {
        /** A user message is sent and answered. */
        SEND,
        /** A user message is sent and answered with tools. */
        SEND_FOR_TOOLS,
        /** A branch is created. */
        FORK,
        /** An earlier question is edited. */
        EDIT,
        /** A user message is sent while a turn runs. */
        INTERJECT,
        /** A turn is cancelled. */
        CANCEL,
        /** The program ends without closing anything. */
        CRASH,
        /** The conversation is closed and resumed from what was stored. */
        RESUME
    }

    /** Returns programs of one to eight steps, which shrink to few. */
    static Arbitrary<List<SessionStep>> programs() {
        return Combinators.combine(
                        Arbitraries.of(Action.values()),
                        AiArbitraries.texts().filter(text -> !text.isBlank()),
                        Arbitraries.integers().between(0, 9))
                .as(SessionStep::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(8)
                .withoutEdgeCases();
    }

    @Override
    public String toString() {
        return deed + "(" + words.length() + " characters, " + choice + ")";
    }
}
