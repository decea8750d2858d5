package dev.plumbline.assistant;

import dev.plumbline.conversation.SessionStore;
import dev.plumbline.time.Scheduler;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.swing.SwingUtilities;

/**
 * What was typed about a document and not sent, kept beside the conversations, from one program to the next. It is written a
 * second after it was typed, on the thread of the scheduler, so that a program that is killed loses no more.
 */
final class Drafts {
    static final Duration PAUSE = Duration.ofSeconds(1);

    private final boolean isKept;
    private final Supplier<Optional<SessionStore>> notes;
    private final String name;
    private final Scheduler time;
    private final AtomicBoolean isDue = new AtomicBoolean();
    private final Object writing = new Object();
    private volatile boolean isRead;
    private volatile String latest = "";
    private String kept = ""; // what is in the store, guarded by writing
    private boolean hasFailed; // guarded by writing

    /**
     * @param isKept whether there is a store
     * @param notes returns the store of drafts; may wait
     */
    Drafts(boolean isKept, Supplier<Optional<SessionStore>> notes, String documentId, Scheduler time) {
        this.isKept = isKept;
        this.notes = notes;
        this.name = "draft-" + UUID.nameUUIDFromBytes(documentId.getBytes(StandardCharsets.UTF_8));
        this.time = time;
    }

    /**
     * Reads what was typed, beside the UI thread. Nothing is written before that.
     *
     * @param show receives it on the UI thread, also if it is empty
     */
    void read(Consumer<String> show) {
        if (isKept) {
            CompletableFuture<Void> unused = Background.compute(this::take).thenAccept(text -> {
                synchronized (writing) {
                    kept = text;
                }
                SwingUtilities.invokeLater(() -> {
                    isRead = true;
                    show.accept(text);
                });
            });
        }
    }

    boolean isRead() {
        return isRead;
    }

    private String take() {
        try {
            return notes.get().flatMap(store -> store.findNote(name)).orElse("");
        } catch (RuntimeException e) {
            return ""; // it cannot be read, and the conversation says why if its store cannot either
        }
    }

    /** Keeps a text for the next time, soon. Does not wait. */
    void typed(String text) {
        latest = text.strip();
        if (isKept && isRead && isDue.compareAndSet(false, true)) {
            time.schedule(PAUSE, () -> {
                isDue.set(false);
                write();
            });
        }
    }

    /** Keeps a text for the next time, at once, because the program may be about to end; a blank one removes what was kept. */
    void close(String text) {
        latest = text.strip();
        if (isRead || !latest.isEmpty()) {
            write();
        }
    }

    private void write() {
        if (isKept) {
            synchronized (writing) {
                String now = latest;
                if (!now.equals(kept)) {
                    keep(now);
                    kept = now;
                }
            }
        }
    }

    private void keep(String text) {
        try {
            notes.get().ifPresent(store -> store.putNote(name, text));
        } catch (RuntimeException e) {
            if (!hasFailed) { // once: it is tried again for each text
                Faults.log(Level.WARNING, "what was typed could not be kept", e);
            }
            hasFailed = true;
        }
    }
}
