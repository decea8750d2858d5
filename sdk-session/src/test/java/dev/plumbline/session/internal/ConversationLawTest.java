package dev.plumbline.session.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.policy.Policy.FailureMode;
import dev.plumbline.session.internal.ConversationProgram.Step;
import dev.plumbline.session.state.ConversationState;
import java.util.List;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/**
 * A conversation against a plain model of it, over everything that a program, a person, a hook and a tool can do. {@code
 * -Dplumbline.programs=20000} runs more programs.
 */
class ConversationLawTest {
    private static final int TRIES = 300;
    private static final Logger LOG = Logger.getLogger("dev.plumbline.failures");

    @BeforeContainer
    static void expectFailures() {
        LOG.setLevel(Level.OFF); // hooks fail on purpose
    }

    @AfterContainer
    static void restore() {
        LOG.setLevel(null);
    }

    @Property(tries = TRIES, edgeCases = EdgeCasesMode.NONE)
    @Label("Conversation: tree, values, usage and views are those of a plain model, also after a restart")
    void stored(@ForAll("programs") List<List<Step>> programs) {
        programs.forEach(ConversationLawTest::run);
    }

    @Property(tries = TRIES, edgeCases = EdgeCasesMode.NONE)
    @Label("Conversation: the same without a store")
    void inMemory(@ForAll("programs") List<List<Step>> programs) {
        for (List<Step> program : programs) {
            play(new ConversationProgram(new ConversationProgram.Setting(Optional.empty(), FailureMode.FAIL)), program);
        }
    }

    @Property(tries = TRIES, edgeCases = EdgeCasesMode.NONE)
    @Label("Conversation: the same with a store that fails, if turns go on then")
    void failingAndSkipped(@ForAll("programs") List<List<Step>> programs, @ForAll("faults") List<Boolean> faults) {
        programs.forEach(program -> run(program, faults, FailureMode.SKIP));
    }

    @Property(tries = TRIES, edgeCases = EdgeCasesMode.NONE)
    @Label("Conversation: the same with a store that fails, if turns end then")
    void failingAndEnded(@ForAll("programs") List<List<Step>> programs, @ForAll("faults") List<Boolean> faults) {
        programs.forEach(program -> run(program, faults, FailureMode.FAIL));
    }

    private static void run(List<Step> program, List<Boolean> faults, FailureMode mode) {
        FaultyStore store = new FaultyStore(faults);
        ConversationProgram first =
                new ConversationProgram(new ConversationProgram.Setting(Optional.of(store.sessions()), mode));
        first.afterEach(() -> {
                    assertShown(first);
                    first.pause();
                })
                .play(program);
        assertSame(first);
        store.repair();
        first.pause();
        ConversationState live = first.state().kept();
        assertThat(ConversationReplay.of(store.only().stream())).isEqualTo(live);
        assertSame(first.resumed());
    }

    private static void run(List<Step> program) {
        int half = program.size() / 2;
        ConversationProgram first = new ConversationProgram(new FailingSessionStore());
        play(first, program.subList(0, half));
        ConversationProgram second = first.resumed();
        assertSame(second);
        play(second, program.subList(half, program.size()));
        assertSame(second.resumed());
    }

    private static void play(ConversationProgram run, List<Step> program) {
        run.afterEach(() -> assertShown(run)).play(program);
        assertSame(run);
    }

    private static void assertShown(ConversationProgram run) {
        assertThat(run.shownPaths()).isEqualTo(run.paths());
    }

    private static void assertSame(ConversationProgram run) {
        assertThat(run.surprises()).isEmpty();
        assertThat(run.shape()).isEqualTo(run.expected());
        assertThat(run.usage()).isEqualTo(run.expectedUsage());
        assertThat(run.shared()).isEqualTo(run.expectedShared());
        assertThat(run.states()).isEqualTo(run.expectedStates());
    }

    /** Which attempts to write fail, over and over. */
    @Provide
    Arbitrary<List<Boolean>> faults() {
        return Arbitraries.frequency(Tuple.of(4, false), Tuple.of(1, true))
                .list()
                .ofMinSize(1)
                .ofMaxSize(40);
    }

    @Provide
    Arbitrary<List<List<Step>>> programs() {
        int programs = Math.max(TRIES, Integer.getInteger("plumbline.programs", TRIES));
        return ConversationSteps.allPrograms().list().ofSize(programs / TRIES);
    }
}
