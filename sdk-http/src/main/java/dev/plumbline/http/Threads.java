package dev.plumbline.http;

import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads of one provider's connections: daemons, started when there is work, gone five seconds after it. What comes
 * after {@link #close} runs on the thread that brings it, so nothing is lost.
 */
final class Threads implements Executor, AutoCloseable {
    private final ThreadPoolExecutor pool;

    Threads(String name) {
        pool = new ThreadPoolExecutor(
                0, Integer.MAX_VALUE, 5, TimeUnit.SECONDS, new SynchronousQueue<>(), action -> daemon(action, name));
        pool.setRejectedExecutionHandler((action, closed) -> action.run());
    }

    static Thread daemon(Runnable action, String name) {
        Thread thread = new Thread(action, name);
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
