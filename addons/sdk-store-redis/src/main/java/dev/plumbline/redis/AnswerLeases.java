package dev.plumbline.redis;

import dev.plumbline.internal.PeriodicTask;
import dev.plumbline.policy.ResponseStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/** The leases of one store. They are renewed on a thread of their own, because a renewal waits for the server. */
final class AnswerLeases {
    private static final RedisScript TAKE = RedisScript.of("lease.lua");
    private static final RedisScript RENEW = RedisScript.of("renew.lua");
    private static final RedisScript RELEASE = RedisScript.of("release.lua");

    /** The time for which the note is kept that there is no answer: waiting programs look every quarter of a second. */
    private static final Duration NOTE = Duration.ofSeconds(5);

    private static final String UNANSWERED = "-";
    private static final int RENEWALS = 3;

    private final ServerCommands server;
    private final StoreThreads threads;
    private final Duration length;
    private final Map<String, Held> held = new ConcurrentHashMap<>();

    /**
     * Creates the leases of a store.
     *
     * @param length the time after which the lease of a holder ends that has died
     */
    AnswerLeases(ServerCommands server, StoreThreads threads, Duration length) {
        this.server = server;
        this.threads = threads;
        this.length = length;
    }

    ResponseStore.Lease take(String key, String awaited, OperationDeadline limits) {
        String token = threads.token();
        Object holder = server.run(TAKE, List.of(key), List.of(token, awaited, length.toMillis()), limits);
        String name = new String((byte[]) holder, java.nio.charset.StandardCharsets.UTF_8);
        if (name.equals(token)) {
            Held lease = new Held(key, token);
            held.put(token, lease);
            lease.start();
            return lease;
        }
        return name.equals(UNANSWERED)
                ? new Other(ResponseStore.Lease.State.UNANSWERED, awaited)
                : new Other(ResponseStore.Lease.State.BUSY, name);
    }

    /** Renews nothing any more; the leases end by themselves. */
    void close() {
        held.values().forEach(Held::stop);
    }

    /** A lease that another program has, or had. */
    private record Other(State state, String holder) implements ResponseStore.Lease {
        @Override
        public void release(boolean unanswered) {
            // it belongs to another program
        }
    }

    /** A lease of this store, which is renewed until it is released or lost. Thread-safe. */
    private final class Held implements ResponseStore.Lease {
        private final String key;
        private final String token;
        private final AtomicBoolean released = new AtomicBoolean();
        private final PeriodicTask renewal;

        Held(String key, String token) {
            this.key = key;
            this.token = token;
            Duration pause = length.dividedBy(RENEWALS);
            this.renewal = new PeriodicTask(
                    new PeriodicTask.Threads(threads.renewals(), Runnable::run),
                    new PeriodicTask.Retries(pause.dividedBy(RENEWALS), pause),
                    () -> renewed() ? Optional.of(pause) : Optional.empty(),
                    PeriodicTask.Listener.NONE); // a lease that ends early costs a second call, no answer
        }

        void start() {
            renewal.startAfter(length.dividedBy(RENEWALS));
        }

        /** Renews the lease and returns whether it was still that of this holder. */
        private boolean renewed() {
            return !server.run(RENEW, List.of(key), List.of(token, length.toMillis()), OperationDeadline.ofServer())
                    .equals(0L);
        }

        @Override
        public State state() {
            return State.HELD;
        }

        @Override
        public String holder() {
            return token;
        }

        @Override
        public void release(boolean unanswered) {
            if (!released.getAndSet(true)) {
                stop();
                try {
                    server.run(
                            RELEASE,
                            List.of(key),
                            List.of(token, unanswered ? NOTE.toMillis() : 0),
                            OperationDeadline.ofServer());
                } catch (RuntimeException unreachable) {
                    return; // it ends by itself
                }
            }
        }

        private void stop() {
            renewal.close();
            held.remove(token);
        }
    }
}
