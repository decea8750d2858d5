package dev.plumbline.session.journal;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.conversation.WriterLostException;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.event.CallIds;
import dev.plumbline.json.Json;
import dev.plumbline.policy.FailureMode;
import dev.plumbline.time.Subscription;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The journal of a conversation. Records are queued under the conversation's lock, therefore in order, and written
 * without it, by the thread that needs them written before it continues. Without a store it does nothing.
 */
public final class Journal {
    static final int FORMAT = 1;

    private static final Duration RETRY = Duration.ofSeconds(1);
    private static final int LARGEST_BATCH = 100;

    private final JournalSettings settings;
    private final CallIds ids;
    private final Deque<Json> noted = new ArrayDeque<>();
    private final ReentrantLock writing = new ReentrantLock();

    /** The writer; null without a store, so that a program without one loads no class of it. */
    private final @Nullable JournalWriter writer;

    private volatile boolean released;

    /** The next attempt to write after a failure. */
    private @Nullable Subscription retry;

    /** Whether another writer has taken over the conversation, or a record is refused; nothing more is written then. */
    private volatile boolean lost;

    private int openTurns;
    private volatile boolean due;
    private volatile @Nullable AiError fault;
    private @Nullable StatusListener status;

    private Journal(JournalSettings settings, CallIds ids, SessionStore.@Nullable Writer writer) {
        this.settings = settings;
        this.ids = ids;
        this.writer = settings.store() == null ? null : new JournalWriter(settings, ids, writer, lost -> {});
    }

    /** Creates the journal of a new conversation, which is opened for writing with its first record. */
    public static Journal begun(JournalSettings settings, CallIds ids) {
        return new Journal(settings, ids, null);
    }

    /** Creates a journal that continues at that writer's position and closes the writer at the end. */
    public static Journal resumed(JournalSettings settings, CallIds ids, SessionStore.Writer writer) {
        return new Journal(settings, ids, writer);
    }

    /** Sets the listener that is notified when the store fails and when it works again. */
    public void statusListener(StatusListener listener) {
        status = listener;
    }

    /** Queues the opening of a conversation as one record: after a crash it is there completely or not at all. */
    public void opened(AiBody body, String namespace, List<ConversationEntry> said) {
        if (isKept()) {
            List<Json> entries = said.stream().map(ConversationEntry::toJson).toList();
            note(record("opened")
                    .with("format", FORMAT)
                    .with("namespace", namespace)
                    .with("body", body.withInteractions(List.of()).toJson())
                    .with("entries", entries));
        }
    }

    /** Queues an entry that was appended. */
    public void entry(String branch, ConversationEntry entry) {
        if (isKept()) {
            note(record("entry").with("branch", branch).with("entry", entry.toJson()));
        }
    }

    /** Queues a new branch, which begins with the state of an existing branch. */
    public void branch(String branch, ConversationEntry from, String like) {
        if (isKept()) {
            note(record("branch")
                    .with("branch", branch)
                    .with("from", from.id().text())
                    .with("like", like));
        }
    }

    /** Queues a state value of a branch, or of the conversation if {@code branch} is null. */
    public void state(@Nullable String branch, String name, Json value) {
        if (isKept()) {
            Json record = record("state");
            note((branch == null ? record : record.with("branch", branch))
                    .with("name", name)
                    .with("value", value));
        }
    }

    /** Queues the replacement of entries by a summary. */
    public void summarized(String branch, SummaryRecord summary) {
        if (isKept()) {
            note(record("summarized")
                    .with("branch", branch)
                    .with("from", summary.from().id().text())
                    .with("to", summary.to().id().text())
                    .with("summary", summary.text())
                    .with("above", summary.above()));
        }
    }

    /** Queues the new last entry of a branch. */
    public void moved(String branch, ConversationEntry to) {
        if (isKept()) {
            note(record("moved").with("branch", branch).with("to", to.id().text()));
        }
    }

    /** Queues the deletion of an entry. */
    public void deleted(ConversationEntry entry) {
        if (isKept()) {
            note(record("deleted").with("entry", entry.id().text()));
        }
    }

    /** Queues the start of a turn. */
    public void turnBegan(String branch, String turn) {
        openTurns++;
        if (isKept()) {
            note(record("turn").with("branch", branch).with("turn", turn));
        }
    }

    /** Returns the number of running turns of all branches; under the conversation's lock. */
    public int openTurns() {
        return openTurns;
    }

    /** Queues the start of a tool call. */
    public void callStarts(String branch, Interaction.ToolCall call) {
        if (isKept()) {
            note(record("call").with("branch", branch).with("call", call.id()));
        }
    }

    /** Queues the result of a tool call. */
    public void callEnded(String branch, Interaction.ToolResult result) {
        if (isKept()) {
            note(record("result").with("branch", branch).with("result", result.toJson()));
        }
    }

    /** Queues the end of a turn. */
    public void turnEnded(String branch, AiReturn ret) {
        openTurns--;
        recordUsage(branch, ret);
    }

    /** Queues the usage of a turn, or of a call outside the turns. */
    public void recordUsage(String branch, AiReturn ret) {
        if (isKept()) {
            Json record = record("ended")
                    .with("branch", branch)
                    .with("turn", ret.ids().turn())
                    .with("status", ret.status().name());
            note(UsageAccumulator.write(record, ret));
        }
    }

    private boolean isKept() {
        return settings.store() != null && !lost;
    }

    private Json record(String kind) {
        return Json.object()
                .with("kind", kind)
                .with("at", settings.time().instant().toString())
                .with("open", openTurns > 0);
    }

    private void note(Json record) {
        noted.add(record);
        due = true;
    }

    /**
     * Writes the queued records; when it returns, they survive the end of the process. While the store fails it does
     * not try: a timer does.
     *
     * @param lock the conversation's lock
     * @throws AiException if they cannot be written and the settings end the turn then
     */
    public void write(Object lock) {
        if (due && (fault == null || released)) {
            writeAll(lock);
        }
        AiError why = fault;
        if (why != null && settings.onFailure() == FailureMode.FAIL) {
            throw new AiException(why);
        }
    }

    private void writeAll(Object lock) {
        writing.lock();
        try {
            boolean written = true;
            for (List<Json> batch = pending(lock); written && !batch.isEmpty(); batch = pending(lock)) {
                written = append(batch, lock);
            }
        } finally {
            if (released && writer != null) {
                writer.close(); // no other thread would close it
            }
            writing.unlock();
        }
    }

    /** Returns the oldest records that are not written; records queued together are appended together. */
    private List<Json> pending(Object lock) {
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
    private boolean append(List<Json> batch, Object lock) {
        try {
            Objects.requireNonNull(writer).append(batch);
        } catch (WriterLostException e) {
            giveUp(lock);
            fail(JournalErrors.overtaken(e), e);
            return false;
        } catch (IllegalArgumentException refused) {
            return batch.size() > 1 ? appendOneByOne(batch, lock) : refused(refused, lock);
        } catch (RuntimeException | Error e) {
            fail(JournalErrors.failed(e), e);
            cancelRetry();
            retry = settings.time().schedule(RETRY, () -> onOtherThread(() -> writeAll(lock)));
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

    /** Writes the records before the one that the store refuses. */
    private boolean appendOneByOne(List<Json> batch, Object lock) {
        for (Json record : batch) {
            if (!append(List.of(record), lock)) {
                return false;
            }
        }
        return true;
    }

    /** Gives up, because the store would refuse the record at each attempt, and those after it depend on it. */
    private boolean refused(IllegalArgumentException cause, Object lock) {
        int unwritten = giveUp(lock);
        long written = Objects.requireNonNull(writer).position();
        fail(JournalErrors.refused(written, unwritten), cause);
        return false;
    }

    /** Removes all queued records and returns their number; later ones are not queued. */
    private int giveUp(Object lock) {
        lost = true;
        synchronized (lock) {
            int unwritten = noted.size();
            noted.clear();
            return unwritten;
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
        if (status != null) {
            status.statusChanged(ids, failure);
        }
    }

    /**
     * Calls {@code then} with whether everything is written, after an attempt that is made at once, also while the
     * store fails; on another thread unless everything is written already.
     */
    public void writeThen(Object lock, Consumer<Boolean> then) {
        if (due) {
            onOtherThread(() -> {
                writeAll(lock);
                then.accept(isWritten());
            });
        } else {
            then.accept(isWritten());
        }
    }

    private boolean isWritten() {
        return settings.store() != null && fault == null;
    }

    private void onOtherThread(Runnable task) {
        try {
            settings.executor().execute(task);
        } catch (RuntimeException ended) {
            task.run();
        }
    }

    /** Writes the queued records where no turn can be ended by a failure. */
    public void write(Object lock, boolean last) {
        try {
            write(lock);
        } catch (AiException reported) {
            // the failure has been reported already
        }
        if (last) {
            release(lock);
        }
    }

    /** Writes the queued records without blocking the host's UI thread. */
    public void writeOffUiThread(Object lock, boolean last) {
        if (settings.onUiThread().getAsBoolean()) {
            onOtherThread(() -> write(lock, last));
        } else {
            write(lock, last);
        }
    }

    /**
     * Releases the conversation so that others can open it, because no session writes it any more. Later records open
     * it again.
     */
    private void release(Object lock) {
        writing.lock();
        try {
            released = true;
            writeAll(lock);
            cancelRetry();
        } finally {
            writing.unlock();
        }
    }
}
