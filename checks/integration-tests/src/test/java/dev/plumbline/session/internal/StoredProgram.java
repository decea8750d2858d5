package dev.plumbline.session.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.conversation.SessionStore;
import dev.plumbline.session.internal.ConversationProgram.Step;
import java.util.List;
import java.util.function.Supplier;
import net.jqwik.api.Arbitrary;

/**
 * A random program of a conversation, beside a plain model of its tree, for tests of stores. Public, because those tests
 * are in the packages of the stores.
 */
public final class StoredProgram {
    private final List<Step> steps;

    private StoredProgram(List<Step> steps) {
        this.steps = steps;
    }

    /** Returns programs with messages, edits, forks, moves, summaries, deletions, names, failures and tools. */
    public static Arbitrary<StoredProgram> any() {
        return ConversationSteps.programs().map(StoredProgram::new);
    }

    /**
     * Runs the program, half of it before the conversation is closed, and compares tree, branches, state and comparisons of
     * branches with the model, at each end and each time after another object has read the store.
     *
     * @param store returns another object for the same store each time
     */
    public void run(Supplier<? extends SessionStore> store) {
        int half = steps.size() / 2;
        ConversationProgram run = new ConversationProgram(store.get());
        run.play(steps.subList(0, half));
        requireSame(run);
        run = run.resumed(store.get());
        requireSame(run);
        run.play(steps.subList(half, steps.size()));
        requireSame(run);
        run = run.resumed(store.get());
        requireSame(run);
        run.close();
    }

    private static void requireSame(ConversationProgram run) {
        assertThat(run.surprises()).isEmpty();
        assertThat(run.shape()).isEqualTo(run.expected());
        assertThat(run.comparisons()).isEqualTo(run.expectedComparisons());
        assertThat(run.states()).isEqualTo(run.expectedStates());
    }

    @Override
    public String toString() {
        return steps.toString();
    }
}
