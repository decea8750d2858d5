package dev.plumbline.http.internal;

import dev.plumbline.time.Scheduler;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A pool of idle connections, the last one used first. A connection is closed after thirty idle seconds, when there are
 * more than sixteen, and when the server has closed it, which is checked before each use. Thread-safe.
 */
final class ConnectionPool {
    private static final Duration IDLE = Duration.ofSeconds(30);
    /** The time that the end of a response may take after its receiver has finished. */
    private static final Duration GRACE = Duration.ofSeconds(1);

    private static final int MOST = 16;

    private final Deque<Idle> idle = new ArrayDeque<>();
    private boolean closed;
    private boolean watched;
    private long watchedUntil;

    /** Returns a usable connection of that route whose last response has ended; null if there is none. */
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
     * Puts a connection back.
     *
     * @param ending whether the end of its last response has not arrived yet; the pool waits a second for it
     * @param time the scheduler that measures its idle time
     */
    void put(HttpConnection connection, boolean ending, Scheduler time) {
        Idle entry = new Idle(connection, ending, time.nanoTime());
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

    /** Starts the one timer of all connections; starts it again if it is overdue, because its scheduler has ended. */
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
        long now = time.nanoTime();
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

    /** Closes a connection if the end of its response has not arrived in time. */
    private synchronized void settle(Idle entry) {
        if (idle.contains(entry) && entry.connection.end() != HttpConnection.End.HERE) {
            idle.remove(entry);
            entry.close();
        }
        entry.ending = false;
    }

    /** Returns whether no response has an outstanding end; checks those that had one. */
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

    /** Closes all connections, and those that are put back later. */
    void close() {
        last().forEach(Idle::close);
    }

    private synchronized List<Idle> last() {
        closed = true;
        List<Idle> last = List.copyOf(idle);
        idle.clear();
        return last;
    }

    /** A connection, the time since when it is idle, and whether the end of its last response is outstanding. */
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
