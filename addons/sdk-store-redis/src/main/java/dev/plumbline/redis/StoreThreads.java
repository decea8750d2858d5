package dev.plumbline.redis;

import dev.plumbline.time.Scheduler;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.HexFormat;
import java.util.concurrent.ThreadFactory;

/**
 * The clock, the threads and the random numbers of a store. A thread starts when it is needed and ends some seconds
 * later, or with {@link #close}.
 */
final class StoreThreads implements AutoCloseable {
    private static final int TOKEN_BYTES = 16;

    private final SecureRandom random = new SecureRandom();
    private final Scheduler deadlines = Scheduler.system(Clock.systemUTC(), named("plumbline-redis-deadlines"));
    private final Scheduler renewals = Scheduler.system(Clock.systemUTC(), named("plumbline-redis-renewals"));

    private static ThreadFactory named(String name) {
        return task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        };
    }

    /** Returns the scheduler of limits, whose actions never wait. */
    Scheduler deadlines() {
        return deadlines;
    }

    /** Returns the scheduler of renewals, whose actions wait for the server. */
    Scheduler renewals() {
        return renewals;
    }

    /** Returns 128 random bits as hexadecimal digits. A token has no minus, which marks a lease that has ended. */
    String token() {
        byte[] bytes = new byte[TOKEN_BYTES];
        random.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    @Override
    public void close() {
        deadlines.close();
        renewals.close();
    }
}
