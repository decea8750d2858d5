package dev.plumbline.mcp;

import dev.plumbline.time.SystemScheduler;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Base64;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The threads, the clock and the random numbers of a server; all threads end with {@link #close} or after some idle seconds. */
final class ServerThreads implements AutoCloseable {
    private static final int WAITING_REQUESTS = 2_048;
    private static final int FURTHER_REQUESTS = 16;
    private static final int IDLE_SECONDS = 5;

    private final SecureRandom random = new SecureRandom();
    private final SystemScheduler time;
    private final ThreadPoolExecutor requests;
    private final RequestThreads heads;
    private final ThreadPoolExecutor work;

    ServerThreads(McpLimits limits) {
        ThreadFactory factory = factory();
        time = SystemScheduler.of(Clock.systemUTC(), factory);
        int most = limits.calls() + limits.streams() + FURTHER_REQUESTS;
        requests = pool(most, new LinkedBlockingQueue<>(WAITING_REQUESTS), factory);
        requests.allowCoreThreadTimeOut(true);
        heads = new RequestThreads(requests, time);
        work = new ThreadPoolExecutor(
                0,
                limits.calls() + FURTHER_REQUESTS,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                factory);
    }

    private static ThreadPoolExecutor pool(int most, BlockingQueue<Runnable> queue, ThreadFactory factory) {
        return new ThreadPoolExecutor(most, most, IDLE_SECONDS, TimeUnit.SECONDS, queue, factory);
    }

    private static ThreadFactory factory() {
        AtomicInteger number = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, "plumbline-mcp-" + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }

    SystemScheduler time() {
        return time;
    }

    /** Returns the executor of HTTP requests; a request that finds no thread waits. */
    RequestThreads requests() {
        return heads;
    }

    /** Returns the executor of calls; their number is limited by who submits them. */
    Executor work() {
        return work;
    }

    byte[] randomBytes(int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }

    /** Returns a text of 128 random bits, for ids that nobody can guess. */
    String randomId() {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(randomBytes(16));
    }

    @Override
    public void close() {
        requests.shutdownNow();
        work.shutdownNow();
        time.close();
    }
}
