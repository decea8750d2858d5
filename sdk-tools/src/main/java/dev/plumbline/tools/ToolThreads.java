package dev.plumbline.tools;

import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads tools run on: daemons, so many at most, none when idle for a while. There is no queue: what finds no thread
 * is told so at once, and a tool that does not return keeps its thread.
 */
final class ToolThreads {
    private final AtomicInteger numbers = new AtomicInteger();
    private final ThreadPoolExecutor pool;

    ToolThreads(int most) {
        pool = new ThreadPoolExecutor(0, most, 5, TimeUnit.SECONDS, new SynchronousQueue<>(), this::make);
    }

    private Thread make(Runnable task) {
        Thread thread = new Thread(task, "plumbline-tool-" + numbers.incrementAndGet());
        thread.setDaemon(true);
        return thread;
    }

    /**
     * Runs the task on a thread of its own.
     *
     * @throws RejectedExecutionException when every thread is taken, and after close
     */
    Future<?> start(Runnable task) {
        return pool.submit(task);
    }

    /** Interrupts what runs and takes nothing more. */
    void close() {
        pool.shutdownNow();
    }
}
