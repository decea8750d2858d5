package dev.plumbline.testkit.internal;

import java.time.Duration;
import java.util.Set;

/**
 * The threads that run before something starts others.
 *
 * @param before those that ran
 */
public record StartedThreads(Set<Thread> before) {
    /** Returns the threads that run now. */
    public static StartedThreads now() {
        return new StartedThreads(Set.copyOf(Thread.getAllStackTraces().keySet()));
    }

    /** Waits until every thread that was started since has ended, or that time has passed. */
    public void awaitEnds(Duration limit) {
        boolean unused = ShortWait.until(
                () -> before.containsAll(Thread.getAllStackTraces().keySet()), limit);
    }
}
