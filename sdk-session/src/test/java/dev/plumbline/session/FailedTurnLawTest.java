package dev.plumbline.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.session.TreeProgram.Step;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.statistics.Statistics;

/** The tree of a conversation against a plain model of it, over turns that fail, are cancelled, and run in each other. */
class FailedTurnLawTest {
    @Property(tries = 20_000, edgeCases = EdgeCasesMode.NONE)
    @Label(
            "J1 a turn that fails or is cancelled deletes only what it appended: nothing else is lost, also after resume")
    void nothingIsLost(@ForAll("programs") List<Step> program) {
        int half = program.size() / 2;
        TreeProgram first = new TreeProgram(new ListStore());
        first.play(program.subList(0, half));
        assertSame(first);
        TreeProgram second = resumed(first);
        second.play(program.subList(half, program.size()));
        assertSame(second);
        resumed(second);
        // programs that never come near the loss would hold for any code
        Statistics.label("a turn failed beside an entry that no branch holds")
                .collect(first.failedBesideAlternatives() || second.failedBesideAlternatives())
                .coverage(checked -> checked.check(true).percentage(share -> share > 25));
    }

    private static TreeProgram resumed(TreeProgram run) {
        TreeProgram again = run.resumed();
        assertThat(again.tree()).isEqualTo(run.tree());
        assertSame(again);
        return again;
    }

    private static void assertSame(TreeProgram run) {
        assertThat(run.shape()).isEqualTo(run.expected());
    }

    @Provide
    Arbitrary<List<Step>> programs() {
        Arbitrary<TreeProgram.Act> acts = Arbitraries.frequency(
                Tuple.of(3, TreeProgram.Act.SEND),
                Tuple.of(5, TreeProgram.Act.EDIT),
                Tuple.of(2, TreeProgram.Act.CONTINUE),
                Tuple.of(1, TreeProgram.Act.FORK),
                Tuple.of(1, TreeProgram.Act.SUMMARIZE));
        Arbitrary<TreeProgram.Fate> fates = Arbitraries.frequency(
                Tuple.of(6, TreeProgram.Fate.OK),
                Tuple.of(4, TreeProgram.Fate.FAILS),
                Tuple.of(3, TreeProgram.Fate.CANCELLED),
                Tuple.of(1, TreeProgram.Fate.REFUSED),
                Tuple.of(1, TreeProgram.Fate.FAILS_IN_PART),
                Tuple.of(1, TreeProgram.Fate.CANCELLED_IN_PART),
                Tuple.of(1, TreeProgram.Fate.INTERJECTED),
                Tuple.of(1, TreeProgram.Fate.CALLS),
                Tuple.of(1, TreeProgram.Fate.CALLS_AND_FAILS));
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
