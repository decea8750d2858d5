package dev.plumbline.time;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/** A way to wait that another thread can end; tests use one that moves a virtual clock. */
@FunctionalInterface
public interface Sleeper {
    /**
     * Returns when the time has passed or the latch has opened, whichever is first.
     *
     * @throws InterruptedException when the thread is interrupted
     */
    void sleep(Duration time, CountDownLatch wake) throws InterruptedException;
}
