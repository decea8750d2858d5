package dev.plumbline.metrics;

import dev.plumbline.event.AiEvent;
import dev.plumbline.event.AiObserver;
import dev.plumbline.event.Progress;
import dev.plumbline.time.Subscription;
import dev.plumbline.time.Timekeeper;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * Events in, progress out: the state of each session's latest turn, with percent where it can be known. A watcher hears at
 * most every 100 ms, and of the first and the last state of a turn always and at once. A runtime connects one to the
 * views of its sessions. Safe for any number of threads.
 */
public final class ProgressService implements AiObserver {
    private final Timekeeper time;
    private final Executor where;
    private final Map<String, Watched> sessions = new ConcurrentHashMap<>();

    private ProgressService(Timekeeper time, Executor where) {
        this.time = time;
        this.where = where;
    }

    /**
     * A service of its own.
     *
     * @param time whose clock paces it
     * @param where watchers are called, one task after the other in order: {@code host::execute} for the UI thread
     */
    public static ProgressService of(Timekeeper time, Executor where) {
        return new ProgressService(time, where);
    }

    /** Moves the session's state; what belongs to no watched session is not looked at. */
    @Override
    public void onEvent(AiEvent event) {
        if (!watches(event.getClass())) {
            return;
        }
        Watched watched = sessions.get(event.ids().session());
        if (watched != null) {
            watched.onEvent(event);
        }
    }

    @Override
    public boolean watches(Class<? extends AiEvent> kind) {
        return kind != AiEvent.DeltaSeen.class && !sessions.isEmpty();
    }

    /**
     * Notifies a watcher of the progress of a session's turns, until the subscription is closed. What the watcher throws
     * is thrown where it is called.
     */
    public Subscription watch(String sessionId, Consumer<Progress> watcher) {
        Watched watched = sessions.computeIfAbsent(sessionId, id -> new Watched());
        Paced paced = new Paced(watcher, time, where);
        watched.add(paced);
        return () -> {
            watched.remove(paced);
            sessions.computeIfPresent(sessionId, (id, left) -> left.isLeft() ? null : left);
        };
    }
}
