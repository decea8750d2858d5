package dev.plumbline.violations.agent;

import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.event.TelemetryObserver;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** One of each that is counted, so that a test knows the numbers. */
public final class Counted implements Runnable {
    private final Lock lock = new ReentrantLock();
    private final TelemetryObserver observer;
    private final TelemetryEvent event;
    private String name = "";

    public Counted(TelemetryObserver observer, TelemetryEvent event) {
        this.observer = observer;
        this.event = event;
    }

    @Override
    public void run() {
        lock.lock();
        lock.unlock();
        synchronized (lock) {
            locked();
        }
        Runnable lambda = () -> observer.onEvent(event);
        lambda.run();
        lambda.run();
        name = Optional.ofNullable("a").orElse("b");
        try {
            thrown();
        } catch (IllegalStateException expected) {
            observer.onEvent(event);
        }
    }

    /** What the optional held. */
    public String name() {
        return name;
    }

    private synchronized void locked() {}

    private static void thrown() {
        throw new IllegalStateException("expected");
    }
}
