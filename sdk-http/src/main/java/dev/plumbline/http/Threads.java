package dev.plumbline.http;

import dev.plumbline.call.RealTime;
import java.time.Clock;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads of one provider's connections: daemons, started when there is work, gone five seconds after it. One of them does
 * what the HTTP client has to do, which never waits, so that what follows upon what it did wakes nobody; the others send,
 * one each, look up names and wait. What comes after {@link #close} runs on the thread that brings it, so nothing is lost.
 */
final class Threads implements AutoCloseable {
    private static final long KEPT_SECONDS = 5;

    private final String name;
    private final ThreadPoolExecutor wire;
    private final ThreadPoolExecutor apart;

    Threads(String name) {
        this.name = name;
        wire = new ThreadPoolExecutor(
                1,
                1,
                KEPT_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                action -> daemon(action, name + "-http"));
        wire.allowCoreThreadTimeOut(true);
        apart = new ThreadPoolExecutor(
                0,
                Integer.MAX_VALUE,
                KEPT_SECONDS,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                action -> daemon(action, name + "-send"));
        wire.setRejectedExecutionHandler((action, closed) -> action.run());
        apart.setRejectedExecutionHandler((action, closed) -> action.run());
    }

    private static Thread daemon(Runnable action, String name) {
        Thread thread = new Thread(action, name);
        thread.setDaemon(true);
        return thread;
    }

    /** Real time, for when nobody brings another. */
    RealTime time() {
        return RealTime.of(Clock.systemUTC(), action -> daemon(action, name + "-timer"));
    }

    /** Where the HTTP client works. */
    Executor wire() {
        return wire;
    }

    /** Runs what may wait for somebody else. */
    void apart(Runnable action) {
        apart.execute(action);
    }

    @Override
    public void close() {
        wire.shutdown();
        apart.shutdown();
    }
}
