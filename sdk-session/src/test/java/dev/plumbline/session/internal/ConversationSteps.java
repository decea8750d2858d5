package dev.plumbline.session.internal;

import dev.plumbline.session.internal.ConversationProgram.Step;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** Random programs of a conversation. */
final class ConversationSteps {
    private ConversationSteps() {}

    /** Messages, edits, moves, forks, summaries and deletions; turns that fail and are cancelled, tools. */
    static Arbitrary<List<Step>> programs() {
        Arbitrary<ConversationProgram.Act> acts = Arbitraries.frequency(
                Tuple.of(3, ConversationProgram.Act.SEND),
                Tuple.of(5, ConversationProgram.Act.EDIT),
                Tuple.of(2, ConversationProgram.Act.CONTINUE),
                Tuple.of(1, ConversationProgram.Act.FORK),
                Tuple.of(1, ConversationProgram.Act.SUMMARIZE),
                Tuple.of(1, ConversationProgram.Act.DELETE),
                Tuple.of(1, ConversationProgram.Act.NAME));
        Arbitrary<ConversationProgram.Fate> fates = Arbitraries.frequency(
                Tuple.of(6, ConversationProgram.Fate.OK),
                Tuple.of(4, ConversationProgram.Fate.FAILS),
                Tuple.of(3, ConversationProgram.Fate.CANCELLED),
                Tuple.of(1, ConversationProgram.Fate.REFUSED),
                Tuple.of(1, ConversationProgram.Fate.FAILS_IN_PART),
                Tuple.of(1, ConversationProgram.Fate.CANCELLED_IN_PART),
                Tuple.of(1, ConversationProgram.Fate.INTERJECTED),
                Tuple.of(1, ConversationProgram.Fate.CALLS),
                Tuple.of(1, ConversationProgram.Fate.CALLS_AND_FAILS));
        return steps(acts, fates);
    }

    /** The same with everything else that a program, a person, a hook or a tool can do. */
    static Arbitrary<List<Step>> allPrograms() {
        Arbitrary<ConversationProgram.Act> acts = Arbitraries.frequency(
                Tuple.of(8, ConversationProgram.Act.SEND),
                Tuple.of(5, ConversationProgram.Act.EDIT),
                Tuple.of(3, ConversationProgram.Act.CONTINUE),
                Tuple.of(2, ConversationProgram.Act.FORK),
                Tuple.of(2, ConversationProgram.Act.SUMMARIZE),
                Tuple.of(2, ConversationProgram.Act.DELETE),
                Tuple.of(2, ConversationProgram.Act.NAME),
                Tuple.of(3, ConversationProgram.Act.RUN),
                Tuple.of(4, ConversationProgram.Act.QUEUE),
                Tuple.of(2, ConversationProgram.Act.ASIDE),
                Tuple.of(2, ConversationProgram.Act.VALUE),
                Tuple.of(1, ConversationProgram.Act.WITHDRAW));
        return steps(acts, Arbitraries.of(ConversationProgram.Fate.class));
    }

    private static Arbitrary<List<Step>> steps(
            Arbitrary<ConversationProgram.Act> acts, Arbitrary<ConversationProgram.Fate> fates) {
        return Combinators.combine(
                        acts,
                        fates,
                        Arbitraries.integers().between(0, 1000),
                        Arbitraries.integers().between(0, 1000),
                        Arbitraries.frequency(Tuple.of(5, 0), Tuple.of(1, 1), Tuple.of(1, 2)))
                .as(Step::new)
                .list()
                .ofMaxSize(16);
    }
}
