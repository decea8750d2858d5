package dev.plumbline.session.internal;

import dev.plumbline.call.Cancellation;
import dev.plumbline.testkit.VirtualClock;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;

/** A cancellation under every interleaving of its methods that Lincheck tries. Needs {@code -Plincheck}. */
public class CancellationModelTest {
    private final Cancellation cancellation = Cancellation.create(VirtualClock.create());
    private final AtomicInteger registered = new AtomicInteger();
    private final AtomicInteger notified = new AtomicInteger();

    @Operation
    public boolean cancel() {
        return cancellation.cancel("enough");
    }

    @Operation
    public boolean expire() {
        return cancellation.expire("time is up");
    }

    @Operation
    public boolean isCancelled() {
        return cancellation.isCancelled();
    }

    @Operation
    public void onCancel() {
        registered.incrementAndGet();
        cancellation.onCancel(notified::incrementAndGet);
    }

    /** When all threads have left: each action ran once, however cancel and registration met, or none did. */
    @Validate
    public void everyCallbackRanOnce() {
        int due = cancellation.isCancelled() ? registered.get() : 0;
        if (notified.get() != due) {
            throw new AssertionError(notified + " were notified of " + due);
        }
    }

    @Test
    void signal_isGivenOnce() {
        new ModelCheckingOptions()
                .iterations(20)
                .invocationsPerIteration(200)
                .threads(2)
                .actorsPerThread(2)
                .actorsBefore(1)
                .actorsAfter(1)
                .check(CancellationModelTest.class);
    }
}
