package dev.plumbline.session.journal;

import dev.plumbline.conversation.SessionStore;
import dev.plumbline.event.CallIds;
import dev.plumbline.policy.FailureMode;
import dev.plumbline.time.Timekeeper;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * How the conversations of an engine are written down.
 *
 * @param store where to; null when nothing is written
 * @param onFailure whether a turn ends when something cannot be written
 * @param time dates the records
 * @param executor writes for those who must not wait
 * @param onUiThread whether the calling thread is the host's UI thread
 * @param failed receives the reason why a conversation cannot be written any more
 */
public record JournalSettings(
        @Nullable SessionStore store,
        FailureMode onFailure,
        Timekeeper time,
        Executor executor,
        BooleanSupplier onUiThread,
        BiConsumer<CallIds, Throwable> failed) {

    /** The same for a conversation that nobody writes down. */
    public JournalSettings unwritten() {
        return new JournalSettings(null, onFailure, time, executor, onUiThread, failed);
    }
}
