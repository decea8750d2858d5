package dev.plumbline.sandbox;

import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads of a sandbox: daemons, started when there is work, gone soon after it. What comes
 * after {@link #close} runs on the thread that brings it, so nothing waits for it in vain.
 */
final class SandboxThreads implements Executor, AutoCloseable {
    private final ThreadPoolExecutor pool = new ThreadPoolExecutor(
            0, Integer.MAX_VALUE, 2, TimeUnit.SECONDS, new SynchronousQueue<>(), SandboxThreads::daemon);

    SandboxThreads() {
        pool.setRejectedExecutionHandler((action, closed) -> action.run());
    }

    private static Thread daemon(Runnable action) {
        Thread thread = new Thread(action, "plumbline-sandbox");
        thread.setDaemon(true);
        return thread;
    }

    @Override
    public void execute(Runnable action) {
        pool.execute(action);
    }

    @Override
    public void close() {
        pool.shutdown();
    }
}
