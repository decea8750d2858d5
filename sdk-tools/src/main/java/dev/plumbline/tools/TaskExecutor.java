package dev.plumbline.tools;

import dev.plumbline.time.Subscription;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** Where tasks run: the pool, the host's UI thread, or either of them one at a time. */
interface TaskExecutor {

    /**
     * Accepts a task. Closing the returned subscription cancels it: a task that has not begun never begins, one that runs
     * is interrupted where that is possible.
     *
     * @throws RejectedExecutionException when it cannot be taken now, with a message for the model
     */
    Subscription start(ToolTask task);

    /** How long a task may wait here before it begins; null when none ever waits. */
    default @Nullable Duration patience() {
        return null;
    }
}
