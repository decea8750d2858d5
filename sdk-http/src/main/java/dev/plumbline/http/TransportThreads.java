package dev.plumbline.http;

import dev.plumbline.time.SystemScheduler;
import java.time.Clock;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads of one transport: daemons that look up names and proxies, started when there is work, gone five seconds after it. What
 * comes after {@link #close} runs on the thread that brings it, so nothing is lost.
 */
final class TransportThreads implements AutoCloseable {
    private static final long KEPT_SECONDS = 5;

    private final String name;
    private final ThreadPoolExecutor apart;

    TransportThreads(String name) {
        this.name = name;
        apart = new ThreadPoolExecutor(
                0,
                Integer.MAX_VALUE,
                KEPT_SECONDS,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                action -> daemon(action, name + "-lookup"));
        apart.setRejectedExecutionHandler((action, closed) -> action.run());
    }

    private static Thread daemon(Runnable action, String name) {
        Thread thread = new Thread(action, name);
        thread.setDaemon(true);
        return thread;
    }

    /** Real time, unless another one is given. */
    SystemScheduler time() {
        return SystemScheduler.of(Clock.systemUTC(), action -> daemon(action, name + "-timer"));
    }

    /** Runs what may block. */
    void apart(Runnable action) {
        apart.execute(action);
    }

    @Override
    public void close() {
        apart.shutdown();
    }
}
