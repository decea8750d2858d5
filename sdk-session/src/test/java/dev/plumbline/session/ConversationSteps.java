package dev.plumbline.session;

import dev.plumbline.session.ConversationProgram.Step;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** Random programs of a conversation. */
final class ConversationSteps {
    private ConversationSteps() {}

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
