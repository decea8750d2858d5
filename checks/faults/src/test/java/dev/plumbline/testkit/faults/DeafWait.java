package dev.plumbline.testkit.faults;

import dev.plumbline.testkit.ConcurrentRunner;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Waits as a wrong implementation does: it hears an interruption and nothing else, and costs nothing meanwhile. */
final class DeafWait {
    private DeafWait() {}

    static void aMinute() {
        try {
            boolean unused = new CountDownLatch(1).await(1, TimeUnit.MINUTES);
        } catch (InterruptedException heard) {
            Thread.currentThread().interrupt();
        }
    }

    /** Leaves a thread behind. */
    static void onAnotherThread() {
        ConcurrentRunner.begin(() -> {
            aMinute();
            return true;
        });
    }
}
