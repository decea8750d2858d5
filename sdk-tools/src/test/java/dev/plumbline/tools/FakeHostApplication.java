package dev.plumbline.tools;

import dev.plumbline.time.Subscription;
import dev.plumbline.ui.HostApplication;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** A program with a UI thread of its own, which can be held and counts its tasks. */
final class FakeHostApplication implements HostApplication, AutoCloseable {
    final AtomicInteger tasks = new AtomicInteger();
    final AtomicInteger attached = new AtomicInteger();
    final AtomicInteger asked = new AtomicInteger();
    final AtomicBoolean mayEdit = new AtomicBoolean(true);
    final AtomicBoolean refuses = new AtomicBoolean();
    private final LinkedBlockingQueue<Runnable> queue = new LinkedBlockingQueue<>();
    private final Thread thread = new Thread(this::pump, "fake-ui");

    FakeHostApplication() {
        thread.setDaemon(true);
        thread.start();
    }

    private void pump() {
        try {
            while (true) {
                queue.take().run();
            }
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Holds the UI thread: it does nothing else until this is counted down. Returns when it is held, because the task before it
     * would take further pieces along.
     */
    CountDownLatch hold() throws InterruptedException {
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch free = holdAfterTasks(held);
        held.await();
        return free;
    }

    /** Holds the UI thread, after the task that calls this on it. */
    CountDownLatch holdFromHere() {
        return holdAfterTasks(new CountDownLatch(1));
    }

    private CountDownLatch holdAfterTasks(CountDownLatch held) {
        CountDownLatch free = new CountDownLatch(1);
        queue.add(() -> {
            held.countDown();
            try {
                free.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        return free;
    }

    @Override
    public void execute(Runnable task) {
        if (refuses.get()) {
            throw new IllegalStateException("not now");
        }
        tasks.incrementAndGet();
        queue.add(task);
    }

    @Override
    public boolean isUiThread() {
        return Thread.currentThread() == thread;
    }

    @Override
    public boolean canEditNow() {
        asked.incrementAndGet();
        return mayEdit.get();
    }

    @Override
    public Subscription attach() {
        attached.incrementAndGet();
        return attached::decrementAndGet;
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
