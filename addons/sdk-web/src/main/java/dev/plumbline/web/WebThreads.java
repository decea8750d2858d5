package dev.plumbline.web;

import dev.plumbline.time.SystemScheduler;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Base64;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The threads, the clock and the random numbers of a server; all threads end with {@link #close} or after some idle seconds. */
final class WebThreads implements AutoCloseable {
    private static final int REQUESTS = 16;
    private static final int WAITING = 512;
    private static final int IDLE_SECONDS = 5;
    private static final int TOKEN_BYTES = 32;

    private final SecureRandom random = new SecureRandom();
    private final SystemScheduler time;
    private final ThreadPoolExecutor requests;

    WebThreads() {
        ThreadFactory factory = factory();
        time = SystemScheduler.of(Clock.systemUTC(), factory);
        int most = EventStreams.MOST + REQUESTS;
        requests = new ThreadPoolExecutor(
                most, most, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(WAITING), factory);
        requests.allowCoreThreadTimeOut(true);
    }

    private static ThreadFactory factory() {
        AtomicInteger number = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, "plumbline-web-" + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }

    SystemScheduler time() {
        return time;
    }

    Executor requests() {
        return requests;
    }

    /** Returns a text of 256 random bits, which nobody can guess. */
    String randomToken() {
        byte[] bytes = new byte[TOKEN_BYTES];
        random.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    @Override
    public void close() {
        requests.shutdownNow();
        time.close();
    }
}
