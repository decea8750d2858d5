package dev.plumbline.tools;

import dev.plumbline.time.Subscription;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** Where errands are run: the pool, the host's UI thread, or either of them behind a turnstile. */
interface Place {

    /**
     * Takes an errand. Closing what it returns says that nobody wants it any more: one that has not begun never will, one
     * that runs is told to stop where that can be done.
     *
     * @throws RejectedExecutionException when it cannot be taken now, with a message for the model
     */
    Subscription start(Errand errand);

    /** How long an errand may wait here before it begins; null when none ever waits. */
    default @Nullable Duration patience() {
        return null;
    }
}
