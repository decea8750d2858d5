package dev.plumbline.examples.uidriver;

import java.awt.EventQueue;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/** Has something for the UI thread every 10 ms, and counts how often it was done. */
final class UiThreadMonitor {
    private final AtomicInteger answers = new AtomicInteger();
    private AtomicBoolean over = new AtomicBoolean(true);

    String begin() {
        answers.set(0);
        over.set(true);
        over = new AtomicBoolean();
        AtomicBoolean mine = over;
        Thread thread = new Thread(() -> run(mine), "driver-watch");
        thread.setDaemon(true);
        thread.start();
        return "";
    }

    /** How often the UI thread did what others had for it. */
    String end() {
        over.set(true);
        return Integer.toString(answers.get());
    }

    /** What the UI thread is busy with, for whoever reads the program's log after a failure. */
    private static void tellWhy() {
        Thread.getAllStackTraces().forEach((thread, stack) -> {
            if (thread.getName().startsWith("AWT-EventQueue")) {
                System.err.println("UI thread busy:\n  "
                        + Arrays.stream(stack).limit(40).map(Object::toString).collect(Collectors.joining("\n  ")));
            }
        });
    }

    private void run(AtomicBoolean mine) {
        try {
            while (!mine.get()) {
                CountDownLatch there = new CountDownLatch(1);
                EventQueue.invokeLater(there::countDown);
                while (!there.await(400, TimeUnit.MILLISECONDS)) {
                    tellWhy();
                }
                answers.incrementAndGet();
                Thread.sleep(10);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
