package dev.plumbline.metrics;

import dev.plumbline.event.AiEvent;
import dev.plumbline.event.Progress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** The state of a watched session, and its watchers. Safe for any number of threads. */
final class Watched {
    private final ProgressMachine machine = new ProgressMachine();
    private final List<Paced> watchers = new CopyOnWriteArrayList<>();

    /** Moves on. The states are handed over under the lock, so that they keep their order; nobody is called under it. */
    void onEvent(AiEvent event) {
        synchronized (machine) {
            Optional<Progress> moved = machine.move(event);
            moved.ifPresent(progress -> watchers.forEach(watcher -> watcher.take(progress)));
        }
        watchers.forEach(Paced::wake);
    }

    void add(Paced watcher) {
        watchers.add(watcher);
    }

    void remove(Paced watcher) {
        watchers.remove(watcher);
        watcher.stop();
    }

    boolean isLeft() {
        return watchers.isEmpty();
    }
}
