package dev.plumbline.mcpclient;

import dev.plumbline.body.internal.Digest;
import dev.plumbline.internal.ForeignFile;
import dev.plumbline.internal.PrivateFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/** Texts by key in files that one user can read: each is replaced as a whole. Thread-safe. */
final class PrivateFileStore {
    private static final int NAME = 32;

    private final Path folder;

    PrivateFileStore(Path folder) {
        this.folder = folder;
    }

    synchronized Optional<String> read(String key) {
        try {
            return Optional.of(ForeignFile.text(path(key)));
        } catch (NoSuchFileException none) {
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException("a file of the store cannot be read", e);
        }
    }

    synchronized void write(String key, String value) {
        try {
            if (value.isEmpty()) {
                Files.deleteIfExists(path(key));
                return;
            }
            Path fresh = path(key + "\u0000fresh");
            PrivateFiles.create(folder, fresh);
            Files.writeString(fresh, value, StandardCharsets.UTF_8);
            Files.move(fresh, path(key), StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "the store cannot write a file for this user alone; give it another folder", e);
        }
    }

    private Path path(String key) {
        String name = Digest.of("plb1/mcp-store").text(key).fingerprint().toString();
        return folder.resolve(name.replaceAll("[^0-9a-zA-Z]", "").substring(0, NAME) + ".json");
    }
}
