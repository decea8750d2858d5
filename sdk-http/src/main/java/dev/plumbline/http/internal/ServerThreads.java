package dev.plumbline.http.internal;

import dev.plumbline.time.Scheduler;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Base64;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The threads, the clock and the random numbers of a server; all threads end with {@link #close} or after some idle seconds. */
public final class ServerThreads implements AutoCloseable {
    private final SecureRandom random = new SecureRandom();
    private final ServerLimits limits;
    private final Scheduler time;
    private final ThreadPoolExecutor requests;
    private final ThreadPoolExecutor work;

    /**
     * Creates the threads of a server; none is started.
     *
     * @param name the beginning of their names
     * @param work the maximum number of threads for {@link #work}
     */
    public ServerThreads(String name, ServerLimits limits, int work) {
        this.limits = limits;
        ThreadFactory factory = factory(name);
        time = Scheduler.system(Clock.systemUTC(), factory);
        requests = new ThreadPoolExecutor(
                limits.requests(),
                limits.requests(),
                ServerLimits.IDLE.toSeconds(),
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(limits.waiting()),
                factory);
        requests.allowCoreThreadTimeOut(true);
        this.work = new ThreadPoolExecutor(
                0, work, ServerLimits.IDLE.toSeconds(), TimeUnit.SECONDS, new SynchronousQueue<>(), factory);
    }

    private static ThreadFactory factory(String name) {
        AtomicInteger number = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, name + "-" + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }

    ServerLimits limits() {
        return limits;
    }

    /** Returns the clock. */
    public Scheduler time() {
        return time;
    }

    /** Returns the executor of requests; a request that finds no thread waits. */
    public Executor requests() {
        return requests;
    }

    /** Returns the executor of what goes on beside requests; their number is limited by who submits them. */
    public Executor work() {
        return work;
    }

    /** Returns random bytes. */
    public byte[] randomBytes(int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }

    /** Returns a text of 128 random bits, for ids that nobody can guess. */
    public String randomId() {
        return randomText(16);
    }

    /** Returns a text of 256 random bits, which nobody can guess. */
    public String randomToken() {
        return randomText(32);
    }

    private String randomText(int bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(randomBytes(bytes));
    }

    @Override
    public void close() {
        requests.shutdownNow();
        work.shutdownNow();
        time.close();
    }
}
