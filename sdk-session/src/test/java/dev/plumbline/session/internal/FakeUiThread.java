package dev.plumbline.session.internal;

import dev.plumbline.ui.HostApplication;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** A UI thread that runs its tasks on demand, on the test's own thread. */
final class FakeUiThread implements HostApplication {
    final LinkedBlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
    final AtomicBoolean open = new AtomicBoolean(true);
    private volatile Optional<Thread> serving = Optional.empty();

    @Override
    public void execute(Runnable task) {
        tasks.add(task);
    }

    @Override
    public boolean isUiThread() {
        return serving.filter(Thread.currentThread()::equals).isPresent();
    }

    @Override
    public boolean canEditNow() {
        return open.get();
    }

    /** Runs what comes until that is done. */
    void serveUntil(CompletableFuture<?> done) throws InterruptedException {
        while (!done.isDone()) {
            serveOne();
        }
    }

    void serveOne() throws InterruptedException {
        Runnable task = tasks.poll(5, TimeUnit.MILLISECONDS);
        if (task != null) {
            serving = Optional.of(Thread.currentThread());
            task.run();
            serving = Optional.empty();
        }
    }
}
