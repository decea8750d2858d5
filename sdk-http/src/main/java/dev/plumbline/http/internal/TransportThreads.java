package dev.plumbline.http.internal;

import dev.plumbline.time.Scheduler;
import java.time.Clock;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads of one transport: daemons that look up names and proxies, started on demand and ended after five idle
 * seconds. After {@link #close} an action runs on its caller's thread, so none is lost.
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
                new DaemonThreadFactory(name + "-lookup"));
        apart.setRejectedExecutionHandler((action, closed) -> action.run());
    }

    /** Returns a new system scheduler with a thread of this transport. */
    Scheduler time() {
        return Scheduler.system(Clock.systemUTC(), new DaemonThreadFactory(name + "-timer"));
    }

    /** Runs an action that may block. */
    void apart(Runnable action) {
        apart.execute(action);
    }

    @Override
    public void close() {
        apart.shutdown();
    }

    private record DaemonThreadFactory(String name) implements ThreadFactory {
        @Override
        public Thread newThread(Runnable action) {
            Thread thread = new Thread(action, name);
            thread.setDaemon(true);
            return thread;
        }
    }
}
