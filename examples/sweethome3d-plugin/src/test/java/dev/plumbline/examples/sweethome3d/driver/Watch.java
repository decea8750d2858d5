package dev.plumbline.examples.sweethome3d.driver;

import java.awt.EventQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/** Asks the UI thread every 10 ms how long it lets others wait. */
final class Watch {
    private final AtomicLong longest = new AtomicLong();
    private AtomicBoolean over = new AtomicBoolean(true);

    String begin() {
        longest.set(0);
        over.set(true);
        over = new AtomicBoolean();
        AtomicBoolean mine = over;
        Thread thread = new Thread(() -> run(mine), "driver-watch");
        thread.setDaemon(true);
        thread.start();
        return "";
    }

    /** The longest wait, in milliseconds. */
    String end() {
        over.set(true);
        return Long.toString(TimeUnit.NANOSECONDS.toMillis(longest.get()));
    }

    private void run(AtomicBoolean mine) {
        try {
            while (!mine.get()) {
                long asked = System.nanoTime();
                CountDownLatch there = new CountDownLatch(1);
                EventQueue.invokeLater(there::countDown);
                there.await();
                longest.accumulateAndGet(System.nanoTime() - asked, Math::max);
                Thread.sleep(10);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
