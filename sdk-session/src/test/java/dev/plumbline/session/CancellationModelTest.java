package dev.plumbline.session;

import dev.plumbline.call.Cancellation;
import dev.plumbline.testkit.VirtualClock;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Test;

/** A cancellation under every interleaving of its doors that Lincheck tries. Needs {@code -Plincheck}. */
public class CancellationModelTest {
    private final Cancellation cancellation = Cancellation.create(VirtualClock.start());
    private final AtomicInteger told = new AtomicInteger();

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

    /** What was told and whether it had been before: each action runs once, however cancel and registration meet. */
    @Operation
    public void onCancel() {
        cancellation.onCancel(told::incrementAndGet);
    }

    @Test
    void signal_isGivenOnce() {
        new ModelCheckingOptions()
                .iterations(20)
                .invocationsPerIteration(200)
                .threads(2)
                .actorsPerThread(2)
                .check(CancellationModelTest.class);
    }
}
