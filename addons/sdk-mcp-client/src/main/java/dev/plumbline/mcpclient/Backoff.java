package dev.plumbline.mcpclient;

import dev.plumbline.call.Cancellation;
import dev.plumbline.event.AiException;
import dev.plumbline.time.Scheduler;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/** How often and when something is tried again: pauses that double, and a limit within ten minutes. Thread-safe. */
final class Backoff {
    static final Duration WINDOW = Duration.ofMinutes(10);
    private static final int MOST = 50;
    static final Duration FIRST = Duration.ofMillis(250);
    private static final Duration LONGEST = Duration.ofSeconds(30);

    private final Scheduler time;
    private final Duration first;
    private final Deque<Long> attempts = new ArrayDeque<>();

    /** Creates a counter whose first pause is that long. */
    Backoff(Scheduler time, Duration first) {
        this.time = time;
        this.first = first;
    }

    /** Counts an attempt, and returns how many there were before it within ten minutes; -1 if more than those allowed. */
    synchronized int count(int allowed) {
        long now = time.nanoTime();
        while (!attempts.isEmpty() && now - attempts.getFirst() > WINDOW.toNanos()) {
            attempts.removeFirst();
        }
        if (attempts.size() > allowed) {
            return -1;
        }
        attempts.addLast(now);
        return attempts.size() - 1;
    }

    /** Returns the pause before an attempt. */
    Duration pause(int before) {
        if (before == 0) {
            return Duration.ZERO;
        }
        Duration doubled = first.multipliedBy(1L << Math.min(before - 1, 10));
        return doubled.compareTo(LONGEST) < 0 ? doubled : LONGEST;
    }

    /**
     * Counts an attempt and waits before it; returns false if the wait was cancelled, or after many attempts.
     *
     * @param least the shortest wait
     */
    boolean sleep(Duration least, Cancellation ends) {
        int before = count(MOST);
        if (before < 0) {
            return false;
        }
        try {
            Duration pause = pause(before + 1);
            ends.sleep(pause.compareTo(least) < 0 ? least : pause, "the server is tried again");
            return true;
        } catch (AiException cancelled) {
            return false;
        }
    }
}
