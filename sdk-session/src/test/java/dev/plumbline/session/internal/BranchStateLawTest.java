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

/**
 * The state of branches against a plain map beside each node, over messages, edits, forks, moves, summaries, failures and restarts.
 * {@code -Dplumbline.programs=20000} runs more of them.
 */
class BranchStateLawTest {
    private static final int TRIES = 300;

    @Property(tries = TRIES, edgeCases = EdgeCasesMode.NONE)
    @Tag("J10")
    @Label("M1 the state of a branch follows its head: each entry has the state that held there, also after a restart")
    void m1_stateFollowsTheHead(@ForAll("programs") List<List<Step>> programs) {
        programs.forEach(BranchStateLawTest::run);
    }

    private static void run(List<Step> program) {
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
        assertThat(run.states()).isEqualTo(run.expectedStates());
    }

    @Provide
    Arbitrary<List<List<Step>>> programs() {
        int programs = Math.max(TRIES, Integer.getInteger("plumbline.programs", TRIES));
        return ConversationSteps.programs().list().ofSize(programs / TRIES);
    }
}
