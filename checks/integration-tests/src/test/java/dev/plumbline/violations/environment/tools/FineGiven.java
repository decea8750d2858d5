package dev.plumbline.violations.environment.tools;

import java.time.Clock;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;

/** Is given all of it. */
final class FineGiven {
    private final Clock clock;
    private final Executor threads;

    FineGiven(Clock clock, Executor threads) {
        this.clock = clock;
        this.threads = threads;
    }

    Object touch(CountDownLatch latch) throws InterruptedException {
        latch.await();
        return CompletableFuture.supplyAsync(clock::instant, threads);
    }
}
