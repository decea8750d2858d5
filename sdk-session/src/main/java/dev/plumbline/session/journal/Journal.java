package dev.plumbline.session.journal;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.conversation.Entry;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.conversation.WriterLostException;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import dev.plumbline.policy.FailureMode;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * What is written down of a conversation. Noted under the conversation's lock, so in the order in which it happened, and
 * written without it, by whoever needs it written before going on. Without a store it does nothing.
 */
public final class Journal {
    static final int FORMAT = 1;

    private final JournalSettings settings;
    private final CallIds ids;
    private final Deque<Json> noted = new ArrayDeque<>();
    private final ReentrantLock writing = new ReentrantLock();

    /** There is one when it was resumed, or has written a record; guarded by {@code writing}, as the two below. */
    private SessionStore.@Nullable Writer writer;

    /** How many records it has found and written: where the next one goes. */
    private long position;

    private boolean released;
    private int openTurns;
    private volatile boolean due;
    private volatile @Nullable AiError fault;

    private Journal(JournalSettings settings, CallIds ids, SessionStore.@Nullable Writer writer) {
        this.settings = settings;
        this.ids = ids;
        this.writer = writer;
        this.position = writer == null ? 0 : writer.position();
    }

    /** One of a conversation that begins: it is opened for writing with its first record. */
    public static Journal begun(JournalSettings settings, CallIds ids) {
        return new Journal(settings, ids, null);
    }

    /** A journal that continues at that writer's position, and closes it at the end. */
    public static Journal resumed(JournalSettings settings, CallIds ids, SessionStore.Writer writer) {
        return new Journal(settings, ids, writer);
    }

    /** Notes what a conversation begins with, as one record: a crash leaves all of it or nothing. */
    public void opened(AiBody body, String namespace, List<Entry> said) {
        if (isKept()) {
            List<Json> entries = said.stream().map(Entry::toJson).toList();
            note(record("opened")
                    .with("format", FORMAT)
                    .with("namespace", namespace)
                    .with("body", body.withInteractions(List.of()).toJson())
                    .with("entries", entries));
        }
    }

    /** Notes an entry that was appended. */
    public void entry(String branch, Entry entry) {
        if (isKept()) {
            note(record("entry").with("branch", branch).with("entry", entry.toJson()));
        }
    }

    /** Notes another branch, which begins with the state of one that is there. */
    public void branch(String branch, Entry from, String like) {
        if (isKept()) {
            note(record("branch")
                    .with("branch", branch)
                    .with("from", from.id().text())
                    .with("like", like));
        }
    }

    /** Notes a value that is kept: of a branch, or of all of them where {@code branch} is null. */
    public void state(@Nullable String branch, String name, Json value) {
        if (isKept()) {
            Json record = record("state");
            note((branch == null ? record : record.with("branch", branch))
                    .with("name", name)
                    .with("value", value));
        }
    }

    /** Notes that a summary takes the place of entries. */
    public void summarized(String branch, Entry from, Entry to, String summary) {
        if (isKept()) {
            note(record("summarized")
                    .with("branch", branch)
                    .with("from", from.id().text())
                    .with("to", to.id().text())
                    .with("summary", summary));
        }
    }

    /** Notes that a branch ends with that entry now. */
    public void moved(String branch, Entry to) {
        if (isKept()) {
            note(record("moved").with("branch", branch).with("to", to.id().text()));
        }
    }

    /** Notes that an entry was deleted. */
    public void deleted(Entry entry) {
        if (isKept()) {
            note(record("deleted").with("entry", entry.id().text()));
        }
    }

    /** Notes that a turn begins. */
    public void turnBegan(String branch, String turn) {
        openTurns++;
        if (isKept()) {
            note(record("turn").with("branch", branch).with("turn", turn));
        }
    }

    /** How many turns run, of all branches; under the conversation's lock. */
    public int openTurns() {
        return openTurns;
    }

    /** Notes that a tool call is about to run. */
    public void callStarts(String branch, Interaction.ToolCall call) {
        if (isKept()) {
            note(record("call").with("branch", branch).with("call", call.id()));
        }
    }

    /** Notes what came of a tool call. */
    public void callEnded(String branch, Interaction.ToolResult result) {
        if (isKept()) {
            note(record("result").with("branch", branch).with("result", result.toJson()));
        }
    }

    /** Notes that a turn is over. */
    public void turnEnded(String branch, AiReturn ret) {
        openTurns--;
        spent(branch, ret);
    }

    /** Notes what a turn, or a call beside the turns, has used. */
    public void spent(String branch, AiReturn ret) {
        if (isKept()) {
            Usage used = ret.usage();
            List<Number> numbers =
                    List.of(used.input(), used.output(), used.cachedInput(), used.reasoning(), used.calls());
            note(record("ended")
                    .with("branch", branch)
                    .with("turn", ret.ids().turn())
                    .with("status", ret.status().name())
                    .with("usage", numbers));
        }
    }

    private boolean isKept() {
        return settings.store() != null && fault == null;
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
     * Writes what was noted; when it returns, that is safe from the death of the process.
     *
     * @param lock the conversation's
     * @throws AiException when it cannot be written and that is to end the turn
     */
    public void write(Object lock) {
        if (due) {
            writing.lock();
            try {
                for (Json next = next(lock); next != null; next = next(lock)) {
                    append(next);
                }
            } finally {
                rest();
                writing.unlock();
            }
        }
        AiError why = fault;
        if (why != null && settings.onFailure() == FailureMode.FAIL) {
            throw new AiException(why);
        }
    }

    /** The same on another thread, for those who must not wait. */
    public void writeSoon(Object lock, boolean last) {
        try {
            settings.executor().execute(() -> writeNow(lock, last));
        } catch (RuntimeException ended) {
            writeNow(lock, last);
        }
    }

    /** The same where no turn is left that could be ended. */
    public void writeNow(Object lock, boolean last) {
        try {
            write(lock);
        } catch (AiException reported) {
            // the failure has been reported already
        }
        if (last) {
            release();
        }
    }

    /** The same without making the host's UI wait for it. */
    public void writeGently(Object lock, boolean last) {
        if (settings.onUiThread().getAsBoolean()) {
            writeSoon(lock, last);
        } else {
            writeNow(lock, last);
        }
    }

    private @Nullable Json next(Object lock) {
        synchronized (lock) {
            Json next = noted.poll();
            due = next != null;
            return next;
        }
    }

    /** One failure and no more is written: a record missing in the middle would make nonsense of what follows. */
    private void append(Json record) {
        if (fault != null) {
            return;
        }
        try {
            writer().append(List.of(record));
            position++;
        } catch (WriterLostException e) {
            fail("journal-overtaken", "nothing more of this conversation is written here: " + e.getMessage(), e);
        } catch (RuntimeException | Error e) {
            fail("journal", "the conversation cannot be written down: is the disk full?", e);
        }
    }

    private void fail(String code, String message, Throwable cause) {
        fault = AiError.of(AiError.Category.INTERNAL, code, message);
        settings.failed().accept(ids, cause);
    }

    /** What writes, opened when there is none: behind what this journal knows, or not at all. */
    private SessionStore.Writer writer() {
        SessionStore.Writer open = writer;
        if (open == null) {
            open = open();
            if (open.position() != position) {
                open.close();
                throw new WriterLostException("conversation " + ids.session() + " has " + open.position()
                        + " records, and this session knows of " + position + ": another writer has written it");
            }
            writer = open;
        }
        return open;
    }

    private SessionStore.Writer open() {
        try {
            return Objects.requireNonNull(settings.store()).open(ids.session());
        } catch (IllegalStateException elsewhere) {
            throw new WriterLostException(String.valueOf(elsewhere.getMessage()));
        }
    }

    /** No session is left that writes: others may open the conversation now. What comes later opens it anew. */
    private void release() {
        writing.lock();
        try {
            released = true;
            rest();
        } finally {
            writing.unlock();
        }
    }

    /** Keeps no writer open that nobody would close; with the lock of writing. */
    private void rest() {
        SessionStore.Writer open = writer;
        if (released && open != null) {
            writer = null;
            try {
                open.close();
            } catch (RuntimeException e) {
                settings.failed().accept(ids, e);
            }
        }
    }
}
