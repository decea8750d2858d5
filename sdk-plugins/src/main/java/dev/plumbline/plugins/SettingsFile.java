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
 * The text of one file of settings, read when the file may have changed: when its size, its time of modification or its
 * identity differ, and for two seconds after each modification, because two changes in a moment may bear the same time. A
 * change that keeps size and identity and sets an older time again is not seen. Used by one thread at a time.
 */
final class SettingsFile {
    /** The coarsest clock of a file system that is in use counts two seconds. */
    private static final Duration MOMENT = Duration.ofSeconds(2);

    private final Path path;
    private final InstantSource clock;
    private Optional<Stamp> read = Optional.empty();
    private String text = "";

    SettingsFile(Path path, InstantSource clock) {
        this.path = path;
        this.clock = clock;
    }

    /** What it says now; an empty object when it does not exist. */
    String text() {
        Optional<Stamp> now = stamp();
        if (now.isEmpty() || !now.equals(read)) {
            text = readText();
            read = now.filter(stamp -> stamp.isOlderThan(clock.instant().minus(MOMENT)));
        }
        return text;
    }

    /** Nothing when that cannot be said. */
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
     * What distinguishes a file from its state before a change.
     *
     * @param modified when it was modified
     * @param size in bytes
     * @param key its identity, where the file system has such a thing
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
