package dev.plumbline.store;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The file system operations of the store, as an interface so that tests can simulate a full disk. */
interface FileOperations {

    /**
     * Returns the bytes of a file, up to a limit; throws {@link java.nio.file.NoSuchFileException} if it does not
     * exist.
     */
    byte[] read(Path file, int most) throws IOException;

    /** Writes bytes into a new file of the folder with a unique name, readable by the user only. */
    Path writeAside(Path folder, byte[] bytes) throws IOException;

    /** Renames a file atomically; replaces an existing target. */
    void move(Path from, Path to) throws IOException;

    /** Deletes a file if it exists. */
    void delete(Path file) throws IOException;

    /** Returns the files of a folder; empty if the folder does not exist. */
    List<Found> list(Path folder) throws IOException;

    /**
     * A file of a folder.
     *
     * @param size the size in bytes
     * @param changed the time of the last write, in milliseconds of the epoch
     */
    record Found(Path file, long size, long changed) {
        String name() {
            return file.getFileName().toString();
        }
    }
}
