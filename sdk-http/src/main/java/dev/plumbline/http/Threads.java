package dev.plumbline.http;

import dev.plumbline.call.RealTime;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads of one provider's connections: daemons, started when there is work, gone five seconds after it. They send, one each,
 * look up names and wait. What comes after {@link #close} runs on the thread that brings it, so nothing is lost.
 */
final class Threads implements AutoCloseable {
    private static final long KEPT_SECONDS = 5;

    private final String name;
    private final ThreadPoolExecutor apart;

    Threads(String name) {
        this.name = name;
        apart = new ThreadPoolExecutor(
                0,
                Integer.MAX_VALUE,
                KEPT_SECONDS,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                action -> daemon(action, name + "-send"));
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

    /**
     * Does what follows upon the arrival of bytes on the thread of the HTTP client that saw them arrive: it waits for nobody, so
     * another thread would only have to be woken for it. What it threw would end that thread, and with it every other exchange;
     * its own is ended by a deadline.
     */
    static void atOnce(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException | Error failed) {
            Logger log = System.getLogger("dev.plumbline.http");
            log.log(
                    Level.DEBUG,
                    "an exchange was not served: {0}",
                    failed.getClass().getName());
        }
    }

    /** Runs what may wait for somebody else. */
    void apart(Runnable action) {
        apart.execute(action);
    }

    @Override
    public void close() {
        apart.shutdown();
    }
}
