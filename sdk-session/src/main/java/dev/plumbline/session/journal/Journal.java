package dev.plumbline.session.journal;

import dev.plumbline.call.Cancellation;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.conversation.SessionStore.WriterLostException;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.event.CallIds;
import dev.plumbline.json.Json;
import dev.plumbline.policy.Policy.FailureMode;
import dev.plumbline.time.Subscription;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The journal of a conversation. Records are queued under the conversation's lock, therefore in order, and written
 * without it, by the thread that needs them written before it continues. The store's writer is opened with the first
 * record, after the records that the journal knows, and closed when no session is left. What cannot be written is tried
 * again as long as the program runs, also after the last session was closed.
 */
public final class Journal {
    private static final Duration RETRY = Duration.ofSeconds(1);
    private static final int LARGEST_BATCH = 100;

    private final JournalSettings settings;
    private final CallIds ids;
    private final Object lock;
    private final BiConsumer<CallIds, Optional<AiError>> status;
    private final IntConsumer onReleased;
    private final Deque<Json> noted = new ArrayDeque<>();
    /** Held by the one thread that writes. */
    private final ReentrantLock writing = new ReentrantLock();

    private final LeaseRenewal renewal;

    /** A token that is never cancelled: records are written also when a turn is cancelled. */
    private final Cancellation never = Cancellation.create();

    /** The store's writer; null until a record opens it. */
    private SessionStore.@Nullable Writer writer;

    /** The number of records found and written. */
    private long position;

    private volatile boolean released;

    /** The next attempt to write after a failure. */
    private @Nullable Subscription retry;

    /** Whether another writer has taken over the conversation, or a record is refused; nothing more is written then. */
    private volatile boolean lost;

    /** Whether nothing more is written, because the program ends. */
    private boolean abandoned;

    private volatile boolean due;
    private volatile @Nullable AiError fault;

    /** The number of records that will never be written; guarded by the lock. */
    private int unwritable;

    /**
     * Creates a journal.
     *
     * @param writer a writer at whose position it continues; null for a new conversation, which is opened for writing with
     *     its first record
     * @param lock the conversation's lock
     * @param status receives why the store fails, and nothing when it works again; called without the lock
     * @param onReleased receives the number of lost records when others can open the conversation; called without the lock
     */
    public Journal(
            JournalSettings settings,
            CallIds ids,
            SessionStore.@Nullable Writer writer,
            Object lock,
            BiConsumer<CallIds, Optional<AiError>> status,
            IntConsumer onReleased) {
        this.settings = settings;
        this.ids = ids;
        this.lock = lock;
        this.status = status;
        this.onReleased = onReleased;
        this.renewal = new LeaseRenewal(settings, this::lost);
        if (writer != null) {
            opened(writer, writer.position());
        }
    }

    /** Queues records; under the lock. */
    public void add(List<Json> records) {
        if (lost) {
            unwritable += records.size();
        } else if (!records.isEmpty()) {
            noted.addAll(records);
            due = true;
        }
    }

    /**
     * Writes the queued records; when it returns, they survive the end of the process. While the store fails it does
     * not try: a timer does.
     *
     * @throws AiException if they cannot be written and the settings end the turn then
     */
    public void write() {
        if (due && (fault == null || released)) {
            writeAll();
        }
        AiError why = fault;
        if (why != null && settings.onFailure() == FailureMode.FAIL) {
            throw new AiException(why);
        }
    }

    private void writeAll() {
        boolean ended;
        writing.lock();
        try {
            boolean written = !abandoned; // a retry may have waited for the lock
            for (List<Json> batch = pending(); written && !batch.isEmpty(); batch = pending()) {
                written = append(batch);
            }
            ended = released && !due;
            if (ended) {
                cancelRetry();
                closeWriter(); // no other thread would close it
            }
        } finally {
            writing.unlock();
        }
        if (ended) {
            onReleased.accept(unwritten());
        }
    }

    /** Returns the oldest records that are not written; records queued together are appended together. */
    private List<Json> pending() {
        synchronized (lock) {
            due = !noted.isEmpty();
            return noted.size() <= LARGEST_BATCH
                    ? List.copyOf(noted)
                    : List.copyOf(noted).subList(0, LARGEST_BATCH);
        }
    }

    /**
     * Writes the first records and removes them from the queue. Records that cannot be written stay first: without a
     * record in the middle, those after it would be invalid.
     */
    private boolean append(List<Json> batch) {
        try {
            writer().append(position, batch, JournalSettings.STORE_LIMIT, never);
            position += batch.size();
        } catch (WriterLostException e) {
            overtaken(e);
            return false;
        } catch (IllegalArgumentException refused) {
            return batch.size() > 1 ? appendOneByOne(batch) : refused(refused);
        } catch (RuntimeException | Error e) {
            fail(JournalErrors.failed(e), e);
            cancelRetry();
            retry = settings.time().schedule(RETRY, () -> onOtherThread(this::writeAll));
            return false;
        }
        synchronized (lock) {
            for (int i = 0; i < batch.size(); i++) {
                noted.remove();
            }
        }
        if (fault != null) {
            fault = null;
            report(Optional.empty());
        }
        return true;
    }

    private SessionStore.Writer writer() {
        SessionStore.Writer known = writer;
        if (known == null) {
            known = open();
            if (known.position() != position) {
                known.close();
                throw new WriterLostException("conversation " + ids.session() + " has " + known.position()
                        + " records, and this session knows of " + position + ": another writer has written it");
            }
            opened(known, position);
        }
        return known;
    }

    private SessionStore.Writer open() {
        try {
            return settings.store().open(ids.session(), JournalSettings.STORE_LIMIT, never);
        } catch (IllegalStateException elsewhere) {
            throw new WriterLostException(String.valueOf(elsewhere.getMessage()));
        }
    }

    private void opened(SessionStore.Writer known, long records) {
        writer = known;
        position = records;
        renewal.start(known);
    }

    /** Closes the store's writer so that others can open the conversation; a later record opens it again. */
    private void closeWriter() {
        SessionStore.Writer known = writer;
        if (known != null) {
            writer = null;
            renewal.stop();
            try {
                known.close();
            } catch (RuntimeException e) {
                settings.failed().accept(ids, e);
            }
        }
    }

    /** Writes the records before the one that the store refuses. */
    private boolean appendOneByOne(List<Json> batch) {
        for (Json record : batch) {
            if (!append(List.of(record))) {
                return false;
            }
        }
        return true;
    }

    /** Gives up, because the store would refuse the record at each attempt, and those after it depend on it. */
    private boolean refused(IllegalArgumentException cause) {
        int unwritten = giveUp();
        fail(JournalErrors.refused(position, unwritten), cause);
        return false;
    }

    /** Gives up when the lease is known to be lost, also if nothing is to be written. */
    private void lost(WriterLostException cause) {
        writing.lock();
        try {
            overtaken(cause);
        } finally {
            writing.unlock();
        }
    }

    private void overtaken(WriterLostException cause) {
        int unused = giveUp();
        fail(JournalErrors.overtaken(cause), cause);
    }

    /** Removes all queued records and returns their number; later ones are not queued. */
    private int giveUp() {
        lost = true;
        synchronized (lock) {
            unwritable += noted.size();
            noted.clear();
            due = false;
            return unwritable;
        }
    }

    private void cancelRetry() {
        if (retry != null) {
            retry.close();
        }
    }

    /** Reports the first failure; further ones are not reported until a record is written again. */
    private void fail(AiError why, Throwable cause) {
        boolean first = fault == null;
        fault = why;
        if (first) {
            settings.failed().accept(ids, cause);
            report(Optional.of(why));
        }
    }

    private void report(Optional<AiError> failure) {
        status.accept(ids, failure);
    }

    /**
     * Calls {@code then} with whether everything is written, after an attempt that is made at once, also while the
     * store fails; on another thread unless everything is written already.
     */
    public void writeThen(Consumer<Boolean> then) {
        if (due) {
            onOtherThread(() -> {
                writeAll();
                then.accept(isWritten());
            });
        } else {
            then.accept(isWritten());
        }
    }

    private boolean isWritten() {
        return fault == null;
    }

    private void onOtherThread(Runnable task) {
        try {
            settings.executor().execute(task);
        } catch (RuntimeException ended) {
            task.run();
        }
    }

    /** Writes the queued records where no turn can be ended by a failure. */
    public void writeNow() {
        try {
            write();
        } catch (AiException reported) {
            // the failure has been reported already
        }
    }

    /** Writes the queued records without blocking the host's UI thread. */
    public void writeOffUiThread() {
        offUiThread(this::writeNow);
    }

    /**
     * Releases the conversation, because no session writes it any more, so that others can open it once everything is
     * written; does not block the host's UI thread. Later records open it again.
     */
    public void release() {
        offUiThread(() -> {
            released = true;
            writeAll();
        });
    }

    /**
     * Writes what is left a last time, and lets others open the conversation, whether everything was written or not.
     *
     * @return the number of records that are lost
     */
    public int abandon() {
        writing.lock();
        try {
            released = true;
            writeAll();
            abandoned = true;
            cancelRetry();
            closeWriter();
        } finally {
            writing.unlock();
        }
        return unwritten();
    }

    /** Returns the number of records that are not written. */
    public int unwritten() {
        synchronized (lock) {
            return noted.size() + unwritable;
        }
    }

    private void offUiThread(Runnable task) {
        if (settings.onUiThread().getAsBoolean()) {
            onOtherThread(task);
        } else {
            task.run();
        }
    }
}
