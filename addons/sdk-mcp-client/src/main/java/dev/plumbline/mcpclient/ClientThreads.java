package dev.plumbline.mcpclient;

import dev.plumbline.time.Scheduler;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Base64;
import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The threads, the clock and the random numbers of a connection to a server; all threads end with {@link #close}. */
final class ClientThreads implements AutoCloseable {
    private static final int MOST = 64;
    private static final int IDLE_SECONDS = 5;
    private static final int END_SECONDS = 2;

    private final SecureRandom random = new SecureRandom();
    private final Scheduler time;
    private final ThreadPoolExecutor work;

    ClientThreads(String server) {
        AtomicInteger number = new AtomicInteger();
        ThreadFactory factory = task -> {
            Thread thread = new Thread(task, "plumbline-mcp-" + server + "-" + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
        time = Scheduler.system(Clock.systemUTC(), factory);
        work = new ThreadPoolExecutor(0, MOST, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), factory);
    }

    Scheduler time() {
        return time;
    }

    /** Returns the executor of everything that waits: reading, writing, questions; rejects when all threads are used. */
    Executor work() {
        return work;
    }

    /** Returns a text of 256 random bits, in the alphabet of URLs. */
    String randomText() {
        byte[] bytes = new byte[32];
        random.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    @Override
    public void close() {
        work.shutdownNow();
        time.close();
        try {
            boolean unused = work.awaitTermination(END_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
