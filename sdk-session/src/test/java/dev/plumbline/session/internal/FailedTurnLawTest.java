package dev.plumbline.session.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.session.internal.ConversationProgram.Step;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.statistics.Statistics;

/** The tree of a conversation against a plain model of it, over turns that fail, are cancelled, and run in each other. */
class FailedTurnLawTest {
    @Property(tries = 3_000, edgeCases = EdgeCasesMode.NONE)
    @Tag("J1")
    @Label(
            "J1 a turn that fails or is cancelled deletes only what it appended: nothing else is lost, also after resume")
    void nothingIsLost(@ForAll("programs") List<Step> program) {
        int half = program.size() / 2;
        ConversationProgram first = new ConversationProgram(new FailingSessionStore());
        first.play(program.subList(0, half));
        assertSame(first);
        ConversationProgram second = resumed(first);
        second.play(program.subList(half, program.size()));
        assertSame(second);
        resumed(second);
        // programs that never come near the loss would hold for any code
        Statistics.label("a turn failed beside an entry that no branch holds")
                .collect(first.failedBesideAlternatives() || second.failedBesideAlternatives())
                .coverage(checked -> checked.check(true).percentage(share -> share > 25));
    }

    private static ConversationProgram resumed(ConversationProgram run) {
        ConversationProgram again = run.resumed();
        assertThat(again.tree()).isEqualTo(run.state().kept().tree());
        assertSame(again);
        return again;
    }

    private static void assertSame(ConversationProgram run) {
        assertThat(run.shape()).isEqualTo(run.expected());
    }

    @Provide
    Arbitrary<List<Step>> programs() {
        return ConversationSteps.programs();
    }
}
