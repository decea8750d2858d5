package dev.plumbline.session.journal;

import dev.plumbline.conversation.SessionStore;
import dev.plumbline.event.CallIds;
import dev.plumbline.policy.Policy.FailureMode;
import dev.plumbline.time.Scheduler;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;

/**
 * The journal settings of an engine.
 *
 * @param store the store of the records
 * @param onFailure whether a turn ends if a record cannot be written
 * @param time the clock for the times of records
 * @param executor writes for threads that must not wait
 * @param onUiThread whether the calling thread is the host's UI thread
 * @param failed receives the reason why a conversation can no longer be written
 */
public record JournalSettings(
        SessionStore store,
        FailureMode onFailure,
        Scheduler time,
        Executor executor,
        BooleanSupplier onUiThread,
        BiConsumer<CallIds, Throwable> failed) {

    /** The time limit of a store for one operation: a list, a reading, an opening, a renewal, a batch. */
    public static final Duration STORE_LIMIT = Duration.ofSeconds(30);
}
