package dev.plumbline.session;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.conversation.Entry;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.conversation.WriterLostException;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.Label;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import dev.plumbline.policy.FailureMode;
import dev.plumbline.time.Timekeeper;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * What is written down of a conversation. Noted under the conversation's lock, so in the order in which it happened, and
 * written without it, by whoever needs it written before going on. Without a store it does nothing.
 */
final class Journal {
    static final int FORMAT = 1;

    private final Optional<SessionStore> store;
    private final String id;
    private final Timekeeper time;
    private final Executor executor;
    private final BooleanSupplier onUiThread;
    private final FailureMode onFailure;
    private final Consumer<Throwable> failed;
    private final Deque<Json> noted = new ArrayDeque<>();
    private final ReentrantLock writing = new ReentrantLock();
    /** Guarded by {@code writing}, as the two below: there is one when it was resumed, or has written a record. */
    private Optional<SessionStore.Writer> writer;

    /** How many records it has found and written: where the next one goes. */
    private long position;

    private boolean released;
    private int openTurns;
    private volatile boolean due;
    private volatile Optional<AiError> fault = Optional.empty();

    private Journal(Wiring wiring, CallIds ids, Optional<SessionStore.Writer> writer) {
        this.store = wiring.journal();
        this.id = ids.session();
        this.time = wiring.time();
        this.executor = wiring.executor();
        this.onUiThread = wiring::onUiThread;
        this.onFailure = wiring.journalFailure();
        this.failed = cause -> wiring.failed(ids, new Label("journal"), cause);
        this.writer = writer;
        this.position = writer.map(SessionStore.Writer::position).orElse(0L);
    }

    /** One of a conversation that begins: it is opened for writing with its first record. */
    static Journal begun(Wiring wiring, CallIds ids) {
        return new Journal(wiring, ids, Optional.empty());
    }

    /** One that goes on where that writer stands, and closes it at the end. */
    static Journal resumed(Wiring wiring, CallIds ids, SessionStore.Writer writer) {
        return new Journal(wiring, ids, Optional.of(writer));
    }

    /** What it begins with is one record: a crash leaves all of it or nothing. */
    void opened(AiBody body, String namespace, List<Entry> said) {
        note(
                "opened",
                record -> record.with("format", FORMAT)
                        .with("namespace", namespace)
                        .with("body", body.withInteractions(List.of()).toJson())
                        .with("entries", said.stream().map(Entry::toJson).toList()));
    }

    void entry(String branch, Entry entry) {
        note("entry", record -> record.with("branch", branch).with("entry", entry.toJson()));
    }

    /** Another branch, which begins with what one knows. */
    void branch(String branch, Entry from, String like) {
        note(
                "branch",
                record -> record.with("branch", branch)
                        .with("from", from.id().text())
                        .with("like", like));
    }

    /** A value that is kept: of a branch, or of all of them. */
    void state(Optional<String> branch, String name, Json value) {
        note(
                "state",
                record -> branch.map(one -> record.with("branch", one))
                        .orElse(record)
                        .with("name", name)
                        .with("value", value));
    }

    void summarized(String branch, Entry from, Entry to, String summary) {
        note(
                "summarized",
                record -> record.with("branch", branch)
                        .with("from", from.id().text())
                        .with("to", to.id().text())
                        .with("summary", summary));
    }

    void moved(String branch, Entry to) {
        note("moved", record -> record.with("branch", branch).with("to", to.id().text()));
    }

    void deleted(Entry entry) {
        note("deleted", record -> record.with("entry", entry.id().text()));
    }

    void turnBegan(String branch, String turn) {
        openTurns++;
        note("turn", record -> record.with("branch", branch).with("turn", turn));
    }

    /** How many turns run, of all branches; under the conversation's lock. */
    int openTurns() {
        return openTurns;
    }

    void callStarts(String branch, Interaction.ToolCall call) {
        note("call", record -> record.with("branch", branch).with("call", call.id()));
    }

    void callEnded(String branch, Interaction.ToolResult result) {
        note("result", record -> record.with("branch", branch).with("result", result.toJson()));
    }

    void turnEnded(String branch, AiReturn ret) {
        openTurns--;
        spent(branch, ret);
    }

    /** What a turn, or something beside the turns, has used. */
    void spent(String branch, AiReturn ret) {
        Usage used = ret.usage();
        note(
                "ended",
                record -> record.with("branch", branch)
                        .with("turn", ret.ids().turn())
                        .with("status", ret.status().name())
                        .with(
                                "usage",
                                List.of(
                                        used.input(),
                                        used.output(),
                                        used.cachedInput(),
                                        used.reasoning(),
                                        used.calls())));
    }

    private void note(String kind, UnaryOperator<Json> members) {
        if (store.isPresent() && fault.isEmpty()) {
            Json record = Json.object()
                    .with("kind", kind)
                    .with("at", time.instant().toString())
                    .with("open", openTurns > 0);
            noted.add(members.apply(record));
            due = true;
        }
    }

    /**
     * Writes what was noted; when it returns, that is safe from the death of the process.
     *
     * @param lock the conversation's
     * @throws AiException when it cannot be written and that is to end the turn
     */
    void write(Object lock) {
        if (due) {
            writing.lock();
            try {
                for (Optional<Json> next = next(lock); next.isPresent(); next = next(lock)) {
                    append(next.get());
                }
            } finally {
                rest();
                writing.unlock();
            }
        }
        Optional<AiError> why = fault;
        if (why.isPresent() && onFailure == FailureMode.FAIL) {
            throw new AiException(why.get());
        }
    }

    /** The same on another thread, for those who must not wait. */
    void writeSoon(Object lock, Runnable then) {
        try {
            executor.execute(() -> writeNow(lock, then));
        } catch (RuntimeException ended) {
            writeNow(lock, then);
        }
    }

    /** The same where no turn is left that could be ended. */
    void writeNow(Object lock, Runnable then) {
        try {
            write(lock);
        } catch (AiException told) {
            // it has been told
        }
        then.run();
    }

    /** The same without making the host's UI wait for it. */
    void writeGently(Object lock, Runnable then) {
        if (onUiThread.getAsBoolean()) {
            writeSoon(lock, then);
        } else {
            writeNow(lock, then);
        }
    }

    private Optional<Json> next(Object lock) {
        synchronized (lock) {
            Optional<Json> next = Optional.ofNullable(noted.poll());
            due = next.isPresent();
            return next;
        }
    }

    /** One failure and no more is written: a record missing in the middle would make nonsense of what follows. */
    private void append(Json record) {
        if (fault.isPresent()) {
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
        fault = Optional.of(AiError.of(AiError.Category.INTERNAL, code, message));
        failed.accept(cause);
    }

    /** What writes, opened when there is none: behind what this journal knows, or not at all. */
    private SessionStore.Writer writer() {
        if (writer.isEmpty()) {
            SessionStore.Writer opened = opened();
            if (opened.position() != position) {
                opened.close();
                throw new WriterLostException("conversation " + id + " has " + opened.position()
                        + " records, and this session knows of " + position + ": somebody else has written it");
            }
            writer = Optional.of(opened);
        }
        return writer.get();
    }

    private SessionStore.Writer opened() {
        try {
            return store.orElseThrow().open(id);
        } catch (IllegalStateException elsewhere) {
            throw new WriterLostException(String.valueOf(elsewhere.getMessage()));
        }
    }

    /** No session is left that writes: others may open the conversation now. What comes later opens it anew. */
    void release() {
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
        if (released) {
            try {
                writer.ifPresent(SessionStore.Writer::close);
            } catch (RuntimeException e) {
                failed.accept(e);
            }
            writer = Optional.empty();
        }
    }
}
