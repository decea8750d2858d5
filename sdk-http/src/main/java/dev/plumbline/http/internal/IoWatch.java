package dev.plumbline.http.internal;

import dev.plumbline.time.Scheduler;
import dev.plumbline.time.Subscription;
import java.time.Duration;

/**
 * Limits the time of one operation on a connection, by an interrupt, which closes the channel. The JDK's server has no
 * time limits of its own, and its close waits for what a client has announced and not sent.
 */
final class IoWatch {
    private final Thread thread = Thread.currentThread();
    private final Subscription timer;
    private boolean over;
    private boolean fired;

    IoWatch(Scheduler time, Duration most) {
        timer = time.schedule(most, this::end);
    }

    /** Ends the operation now, unless it has ended. */
    synchronized void end() {
        if (!over) {
            fired = true;
            thread.interrupt();
        }
    }

    /** Ends the watch; an interrupt of its own leaves no trace on the thread. */
    void close() {
        timer.close();
        synchronized (this) {
            over = true;
            if (fired) {
                boolean unused = Thread.interrupted();
            }
        }
    }
}
