package dev.plumbline.assistant;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import javax.swing.SwingUtilities;
import javax.swing.text.JTextComponent;

/** What was typed about a document and not sent, in a file beside the conversations, from one program to the next. */
final class Drafts {
    private final Optional<Path> file;

    Drafts(Optional<Path> folder, String documentId) {
        file = folder.map(place ->
                place.resolve("draft-" + UUID.nameUUIDFromBytes(documentId.getBytes(StandardCharsets.UTF_8)) + ".txt"));
    }

    /** Puts what was typed into a field that is still empty, soon. */
    void read(JTextComponent field) {
        file.ifPresent(place -> {
            CompletableFuture<Void> unused = Background.compute(() -> take(place))
                    .thenAccept(text -> SwingUtilities.invokeLater(() -> {
                        if (field.getText().isEmpty()) {
                            field.setText(text);
                        }
                    }));
        });
    }

    private static String take(Path place) {
        try {
            return Files.exists(place) ? Files.readString(place) : "";
        } catch (IOException e) {
            return ""; // it cannot be read, and nobody needs to know: the field is empty
        }
    }

    /** Keeps a text for the next time, at once, because the program may be about to end; a blank one removes what was kept. */
    void write(String text) {
        file.ifPresent(place -> keep(place, text.strip()));
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
