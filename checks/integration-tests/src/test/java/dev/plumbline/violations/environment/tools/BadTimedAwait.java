package dev.plumbline.violations.environment.tools;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Touches the world. */
final class BadTimedAwait {
    boolean touch(CountDownLatch latch) throws InterruptedException {
        return latch.await(1, TimeUnit.SECONDS);
    }
}
