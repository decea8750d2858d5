package dev.plumbline.session.internal;

import dev.plumbline.call.State;
import dev.plumbline.call.State.StateKey;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Test;

/** The memory of a session under every interleaving of its methods that Lincheck tries. Needs {@code -Plincheck}. */
public class StateModelTest {
    private static final StateKey<Integer> WALLS = StateKey.of("walls", StateKey.Scope.SESSION, 0);
    private static final StateKey<Integer> COUNT = StateKey.of("count", StateKey.Scope.SESSION, 0);

    private final State state = State.inMemory();

    @Operation
    public int wall() {
        return state.update(WALLS, before -> before + 1);
    }

    @Operation
    public int increment() {
        return state.update(COUNT, before -> before + 1);
    }

    @Operation
    public int walls() {
        return state.get(WALLS);
    }

    @Operation
    public int count() {
        return state.get(COUNT);
    }

    @Test
    void updates_areAtomic() {
        new ModelCheckingOptions()
                .iterations(20)
                .invocationsPerIteration(200)
                .threads(2)
                .actorsPerThread(2)
                .actorsBefore(1)
                .actorsAfter(1)
                .check(StateModelTest.class);
    }
}
