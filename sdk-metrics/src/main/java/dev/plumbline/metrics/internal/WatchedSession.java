package dev.plumbline.metrics.internal;

import dev.plumbline.conversation.SessionEvent.TurnProgress;
import dev.plumbline.event.TelemetryEvent;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** The state of a watched session, and its watchers. Thread-safe. */
final class WatchedSession {
    private final ProgressStateMachine machine = new ProgressStateMachine();
    private final List<ThrottledWatcher> watchers = new CopyOnWriteArrayList<>();

    /**
     * Updates the state. States are stored under the lock, so that they keep their order; watchers are called without
     * it.
     */
    void onEvent(TelemetryEvent event) {
        synchronized (machine) {
            Optional<TurnProgress> moved = machine.move(event);
            if (moved.isPresent()) {
                for (ThrottledWatcher watcher : watchers) {
                    watcher.take(moved.get());
                }
            }
        }
        for (ThrottledWatcher watcher : watchers) {
            watcher.wake();
        }
    }

    void add(ThrottledWatcher watcher) {
        watchers.add(watcher);
    }

    void remove(ThrottledWatcher watcher) {
        watchers.remove(watcher);
        watcher.stop();
    }

    boolean isLeft() {
        return watchers.isEmpty();
    }
}
