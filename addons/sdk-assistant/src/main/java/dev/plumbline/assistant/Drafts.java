package dev.plumbline.assistant;

import dev.plumbline.time.Scheduler;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import javax.swing.SwingUtilities;

/**
 * What was typed about a document and not sent, in a file beside the conversations, from one program to the next. It is written a
 * second after it was typed, on the thread of the scheduler, so that a program that is killed loses no more.
 */
final class Drafts {
    static final Duration PAUSE = Duration.ofSeconds(1);

    private final Optional<Path> file;
    private final Scheduler time;
    private final AtomicBoolean isDue = new AtomicBoolean();
    private final Object writing = new Object();
    private volatile boolean isRead;
    private volatile String latest = "";
    private String kept = ""; // what is in the file, guarded by writing

    Drafts(Optional<Path> folder, String documentId, Scheduler time) {
        this.file = folder.map(place ->
                place.resolve("draft-" + UUID.nameUUIDFromBytes(documentId.getBytes(StandardCharsets.UTF_8)) + ".txt"));
        this.time = time;
    }

    /**
     * Reads what was typed, beside the UI thread. Nothing is written before that.
     *
     * @param show receives it on the UI thread, also if it is empty
     */
    void read(Consumer<String> show) {
        file.ifPresent(place -> {
            CompletableFuture<Void> unused = Background.compute(() -> take(place))
                    .thenAccept(text -> {
                        synchronized (writing) {
                            kept = text;
                        }
                        SwingUtilities.invokeLater(() -> {
                            isRead = true;
                            show.accept(text);
                        });
                    });
        });
    }

    boolean isRead() {
        return isRead;
    }

    private static String take(Path place) {
        try {
            return Files.exists(place) ? Files.readString(place) : "";
        } catch (IOException e) {
            return ""; // it cannot be read, and nobody needs to know: the field is empty
        }
    }

    /** Keeps a text for the next time, soon. Does not wait. */
    void typed(String text) {
        latest = text.strip();
        if (file.isPresent() && isRead && isDue.compareAndSet(false, true)) {
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
        file.ifPresent(place -> {
            synchronized (writing) {
                String now = latest;
                if (!now.equals(kept)) {
                    keep(place, now);
                    kept = now;
                }
            }
        });
    }

    private static void keep(Path place, String text) {
        try {
            if (text.isEmpty()) {
                Files.deleteIfExists(place);
            } else {
                Files.createDirectories(place.toAbsolutePath().getParent());
                Files.writeString(place, text);
            }
        } catch (IOException e) {
            System.getLogger("dev.plumbline.assistant")
                    .log(Level.WARNING, "what was typed could not be kept: {0}", place);
        }
    }
}
