package dev.plumbline.http;

import dev.plumbline.time.Scheduler;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Idle connections, the last one used first: closed when idle for thirty seconds, when there are more than sixteen, and
 * when the server has closed them, which is looked at before each use. Safe for any number of threads.
 */
final class ConnectionPool {
    private static final Duration IDLE = Duration.ofSeconds(30);
    /** How long an answer that is over may take to end by itself. */
    private static final Duration GRACE = Duration.ofSeconds(1);

    private static final int MOST = 16;

    private final Deque<Idle> idle = new ArrayDeque<>();
    private boolean closed;
    private boolean watched;
    private long watchedUntil;

    /** A connection of that route that can be used, whose answer before has ended. */
    @Nullable
    HttpConnection take(Route route) {
        for (Idle next = remove(route); next != null; next = remove(route)) {
            HttpConnection connection = next.connection;
            if ((!next.ending || connection.end() == HttpConnection.End.HERE) && connection.isUsable()) {
                return connection;
            }
            connection.close();
        }
        return null;
    }

    private synchronized @Nullable Idle remove(Route route) {
        for (Iterator<Idle> each = idle.iterator(); each.hasNext(); ) {
            Idle next = each.next();
            if (next.connection.route().equals(route)) {
                each.remove();
                return next;
            }
        }
        return null;
    }

    /**
     * Takes a connection back.
     *
     * @param ending whether the end of its last answer is still on its way; it is waited for a second
     * @param time by whose time it grows old
     */
    void put(HttpConnection connection, boolean ending, Scheduler time) {
        Idle entry = new Idle(connection, ending, time.nanos());
        Idle tooMany = add(entry, time);
        if (tooMany != null) {
            tooMany.close();
        }
        if (ending) {
            var unused = time.schedule(GRACE, () -> settle(entry));
        }
    }

    private synchronized @Nullable Idle add(Idle entry, Scheduler time) {
        if (closed) {
            return entry;
        }
        idle.addFirst(entry);
        watch(time, entry.since);
        return idle.size() > MOST ? idle.pollLast() : null;
    }

    /** One timer for all of them; it is set again when the time that it was set by has ended without it. */
    private void watch(Scheduler time, long now) {
        if (!watched || now - watchedUntil > IDLE.toNanos()) {
            watched = true;
            watchedUntil = now + IDLE.toNanos();
            var unused = time.schedule(IDLE, () -> evict(time));
        }
    }

    private void evict(Scheduler time) {
        old(time).forEach(Idle::close);
    }

    private synchronized List<Idle> old(Scheduler time) {
        long now = time.nanos();
        List<Idle> old = idle.stream()
                .filter(entry -> now - entry.since >= IDLE.toNanos())
                .toList();
        idle.removeAll(old);
        watched = false;
        if (!idle.isEmpty()) {
            watch(time, now);
        }
        return old;
    }

    /** An answer that was to end has had its time. */
    private synchronized void settle(Idle entry) {
        if (idle.contains(entry) && entry.connection.end() != HttpConnection.End.HERE) {
            idle.remove(entry);
            entry.close();
        }
        entry.ending = false;
    }

    /** Whether no answer is still to end; looks again at those that were. */
    synchronized boolean isSettled() {
        for (Idle entry : List.copyOf(idle)) {
            HttpConnection.End end = entry.ending ? entry.connection.end() : HttpConnection.End.HERE;
            entry.ending = end == HttpConnection.End.NOT_YET;
            if (end == HttpConnection.End.NEVER) {
                idle.remove(entry);
                entry.close();
            }
        }
        return idle.stream().noneMatch(entry -> entry.ending);
    }

    /** Closes all, and whatever is put back later. */
    void close() {
        last().forEach(Idle::close);
    }

    private synchronized List<Idle> last() {
        closed = true;
        List<Idle> last = List.copyOf(idle);
        idle.clear();
        return last;
    }

    /** A connection, since when it is idle, and whether the answer before is still to end. */
    private static final class Idle {
        private final HttpConnection connection;
        private final long since;
        private boolean ending;

        Idle(HttpConnection connection, boolean ending, long since) {
            this.connection = connection;
            this.ending = ending;
            this.since = since;
        }

        void close() {
            connection.close();
        }
    }
}
