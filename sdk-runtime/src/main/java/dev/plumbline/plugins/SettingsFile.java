package dev.plumbline.plugins;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads a settings file again only if it may have changed: if its size, modification time or identity differ, and for
 * two seconds after each modification, because two quick changes can have the same time. A change that keeps size,
 * identity and time is not detected. Used by one thread at a time.
 */
final class SettingsFile {
    /** The coarsest resolution of modification times of common file systems. */
    private static final Duration MOMENT = Duration.ofSeconds(2);

    private final Path path;
    private final InstantSource clock;
    private Optional<Stamp> read = Optional.empty();
    private String text = "";

    SettingsFile(Path path, InstantSource clock) {
        this.path = path;
        this.clock = clock;
    }

    /** Returns the current text; an empty object if the file does not exist. */
    String text() {
        Optional<Stamp> now = stamp();
        if (now.isEmpty() || !now.equals(read)) {
            text = readText();
            read = now.filter(stamp -> stamp.isOlderThan(clock.instant().minus(MOMENT)));
        }
        return text;
    }

    /** Returns the stamp of the file; empty if it cannot be read. */
    private Optional<Stamp> stamp() {
        try {
            return Optional.of(Stamp.of(Files.readAttributes(path, BasicFileAttributes.class)));
        } catch (NoSuchFileException none) {
            return Optional.of(Stamp.NONE);
        } catch (IOException unknown) {
            return Optional.empty();
        }
    }

    private String readText() {
        try {
            return Files.readString(path);
        } catch (NoSuchFileException none) {
            return "{}";
        } catch (IOException e) {
            return "unreadable";
        }
    }

    /**
     * The attributes by which a change of a file is detected.
     *
     * @param modified the time of modification
     * @param size the size in bytes
     * @param key the identity of the file, if the file system supports it
     */
    private record Stamp(
            Instant modified, long size, @Nullable Object key) {
        static final Stamp NONE = new Stamp(Instant.MIN, 0, null);

        static Stamp of(BasicFileAttributes file) {
            return new Stamp(file.lastModifiedTime().toInstant(), file.size(), file.fileKey());
        }

        boolean isOlderThan(Instant time) {
            return modified.isBefore(time);
        }
    }
}
