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

/** Deleted subtrees, named branches and comparisons against a plain tree, with restarts. */
class BranchEditLawTest {

    @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
    @Label("M7 deletions, names and comparisons are those of a plain tree, also after a restart")
    void m7_branches_areThoseOfAPlainTree(@ForAll("programs") List<Step> program) {
        int half = program.size() / 2;
        ConversationProgram first = new ConversationProgram(new FailingSessionStore());
        first.play(program.subList(0, half));
        assertSame(first);
        ConversationProgram second = first.resumed();
        assertSame(second);
        second.play(program.subList(half, program.size()));
        assertSame(second);
        assertSame(second.resumed());
    }

    private static void assertSame(ConversationProgram run) {
        assertThat(run.surprises()).isEmpty();
        assertThat(run.shape()).isEqualTo(run.expected());
        assertThat(run.comparisons()).isEqualTo(run.expectedComparisons());
    }

    @Provide
    Arbitrary<List<Step>> programs() {
        return ConversationSteps.programs();
    }
}
