package dev.plumbline.store;

import dev.plumbline.internal.PayloadCipher;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A text that a program keeps beside the conversations: a private file, which is replaced atomically and encrypted as the
 * records are. The context of its encryption is its name, so that it is no other note.
 */
final class NoteFile {
    private static final int MOST = 1 << 20;
    private static final String END = ".note";

    private final FileOperations disk = new PrivateFileOperations();
    private final Path file;
    private final PayloadCipher seal;
    private final byte[] context;

    NoteFile(Path folder, String name, PayloadCipher seal) {
        this.file = folder.resolve(JournalFolder.name(name) + END);
        this.seal = seal;
        this.context = ("plb1/note " + name).getBytes(StandardCharsets.UTF_8);
    }

    /** Returns the text; empty if there is none, or it was written with another key. */
    Optional<String> read() {
        try {
            return seal.open(disk.read(file, MOST), context).map(text -> new String(text, StandardCharsets.UTF_8));
        } catch (NoSuchFileException none) {
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void write(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > MOST / 2) {
            throw new IllegalArgumentException("a note has at most " + MOST / 2 + " bytes; got " + bytes.length);
        }
        try {
            if (text.isBlank()) {
                disk.delete(file);
            } else {
                new AtomicFile(disk, file).write(seal.close(bytes, context));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
