package dev.plumbline.assistant;

import dev.plumbline.conversation.SessionStore;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import javax.swing.SwingUtilities;
import javax.swing.text.JTextComponent;

/** What was typed about a document and not sent, kept beside the conversations, from one program to the next. */
final class Drafts {
    private final Supplier<Optional<SessionStore>> notes;
    private final String name;

    /**
     * @param notes returns the store of drafts; may wait
     */
    Drafts(Supplier<Optional<SessionStore>> notes, String documentId) {
        this.notes = notes;
        this.name = "draft-" + UUID.nameUUIDFromBytes(documentId.getBytes(StandardCharsets.UTF_8));
    }

    /** Puts what was typed into a field that is still empty, soon. */
    void read(JTextComponent field) {
        CompletableFuture<Void> unused = Background.compute(this::take)
                .thenAccept(text -> SwingUtilities.invokeLater(() -> {
                    if (field.getText().isEmpty()) {
                        field.setText(text);
                    }
                }));
    }

    private String take() {
        try {
            return notes.get().flatMap(store -> store.findNote(name)).orElse("");
        } catch (UncheckedIOException e) {
            return ""; // it cannot be read, and nobody needs to know: the field is empty
        }
    }

    /** Keeps a text for the next time, at once, because the program may be about to end; a blank one removes what was kept. */
    void write(String text) {
        try {
            notes.get().ifPresent(store -> store.putNote(name, text.strip()));
        } catch (UncheckedIOException e) {
            System.getLogger("dev.plumbline.assistant").log(Level.WARNING, "what was typed could not be kept", e);
        }
    }
}
