package dev.plumbline.plugins;

import dev.plumbline.plugin.Contributions;
import dev.plumbline.plugin.Plugin;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;

/**
 * Tests the register of plugins under every interleaving of its methods that Lincheck tries: no plugin is called by two
 * threads at once, and what has begun when the register is closed is ended. Needs {@code -Plincheck}.
 */
public class PluginRegistryModelTest {
    private final AtomicBoolean called = new AtomicBoolean();
    private final AtomicBoolean byTwo = new AtomicBoolean();
    private final AtomicInteger begun = new AtomicInteger();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final PluginRegistry plugins =
            PluginRegistry.of(List.of(PluginCandidate.of(new Watched())), Optional.empty(), Set.of());

    @Operation
    public void change() {
        plugins.reload(
                "",
                (all, part) -> {
                    part.contribute(null);
                    return all + part.id();
                },
                all -> {});
    }

    @Operation
    public void rest() {
        plugins.deactivateUnused(id -> false);
    }

    @Operation
    public void close() {
        plugins.close();
        closed.set(true);
    }

    @Operation
    public int status() {
        return plugins.status().size();
    }

    /** When all threads have left. */
    @Validate
    public void nothingIsLeft() {
        if (byTwo.get()) {
            throw new AssertionError("a plugin was called by two at once");
        }
        if (closed.get() && begun.get() != 0) {
            throw new AssertionError("a closed register has a plugin that was begun and not ended");
        }
    }

    @Test
    void methods_leaveNothingBegun() {
        new ModelCheckingOptions()
                .iterations(20)
                .invocationsPerIteration(200)
                .threads(2)
                .actorsPerThread(1)
                .actorsBefore(1)
                .actorsAfter(0)
                .check(PluginRegistryModelTest.class);
    }

    /** Notices who calls it while another does. */
    private final class Watched implements Plugin {
        @Override
        public Manifest manifest() {
            return Manifest.of("watched", "1");
        }

        @Override
        public void activate(Context context) {
            alone(1);
        }

        @Override
        public void contribute(Contributions to) {
            alone(0);
        }

        @Override
        public void deactivate() {
            alone(-1);
        }

        private void alone(int more) {
            if (!called.compareAndSet(false, true)) {
                byTwo.set(true);
            }
            begun.addAndGet(more);
            called.set(false);
        }
    }
}
