package dev.plumbline.metrics.internal;

import dev.plumbline.conversation.SessionEvent.TurnProgress;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.event.TelemetryObserver;
import dev.plumbline.time.Scheduler;
import dev.plumbline.time.Subscription;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * Computes the progress of each session's latest turn from events, with percent if it is known. A watcher is called at
 * most every 100 ms, and always and at once for the first and the last state of a turn. A runtime connects one to the
 * views of its sessions. Thread-safe.
 */
public final class ProgressService implements TelemetryObserver {
    private final Scheduler time;
    private final Executor where;
    private final Map<String, WatchedSession> sessions = new ConcurrentHashMap<>();

    private ProgressService(Scheduler time, Executor where) {
        this.time = time;
        this.where = where;
    }

    /**
     * Returns a new service.
     *
     * @param time the clock that limits the rate
     * @param where calls the watchers, one task after the other in order, e.g. {@code host::execute} for the UI thread
     */
    public static ProgressService of(Scheduler time, Executor where) {
        return new ProgressService(time, where);
    }

    /** Updates the state of a watched session; ignores other events. */
    @Override
    public void onEvent(TelemetryEvent event) {
        if (!watches(event.getClass())) {
            return;
        }
        WatchedSession watched = sessions.get(event.ids().session());
        if (watched != null) {
            watched.onEvent(event);
        }
    }

    @Override
    public boolean watches(Class<? extends TelemetryEvent> kind) {
        return !sessions.isEmpty() && isRead(kind);
    }

    /** Returns whether events of that kind can change the progress of a turn; it need not be sent others. */
    public static boolean isRead(Class<? extends TelemetryEvent> kind) {
        return ProgressStateMachine.isRead(kind);
    }

    /**
     * Notifies a watcher of the progress of a session's turns, until the subscription is closed. Exceptions of the
     * watcher reach the executor.
     */
    public Subscription watch(String sessionId, Consumer<TurnProgress> watcher) {
        WatchedSession watched = sessions.computeIfAbsent(sessionId, id -> new WatchedSession());
        ThrottledWatcher paced = new ThrottledWatcher(watcher, time, where);
        watched.add(paced);
        return () -> {
            watched.remove(paced);
            sessions.computeIfPresent(sessionId, (id, left) -> left.isLeft() ? null : left);
        };
    }
}
