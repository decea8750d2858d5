package dev.plumbline.mcp;

import dev.plumbline.time.Scheduler;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

/**
 * Runs HTTP requests on the threads of a pool, and ends the connection of a client that does not send the head of its
 * request in ten seconds: the JDK's server reads it on these threads, without a limit of its own. Thread-safe.
 */
final class RequestThreads implements Executor {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Executor pool;
    private final Scheduler time;
    private final Map<Thread, IoWatch> heads = new ConcurrentHashMap<>();

    RequestThreads(Executor pool, Scheduler time) {
        this.pool = pool;
        this.time = time;
    }

    @Override
    public void execute(Runnable request) {
        pool.execute(() -> {
            heads.put(Thread.currentThread(), new IoWatch(time, PATIENCE));
            try {
                request.run();
            } finally {
                headArrived();
            }
        });
    }

    /** Ends the limit of the request that the calling thread runs. */
    void headArrived() {
        IoWatch head = heads.remove(Thread.currentThread());
        if (head != null) {
            head.close();
        }
    }
}
