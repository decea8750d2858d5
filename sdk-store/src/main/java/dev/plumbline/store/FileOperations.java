package dev.plumbline.store;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** What the store asks of a file system: the seam at which a disk may be full, and tests may say that it is. */
interface FileOperations {

    /** The bytes of a file, of which there are at most so many; {@link java.nio.file.NoSuchFileException} when it is not there. */
    byte[] read(Path file, int most) throws IOException;

    /** Puts bytes into a file of the folder with a unique name, readable by the user only. */
    Path writeAside(Path folder, byte[] bytes) throws IOException;

    /** Gives a file another name at one stroke, in place of what has that name. */
    void move(Path from, Path to) throws IOException;

    /** Removes a file; nothing happens when it is not there. */
    void delete(Path file) throws IOException;

    /** The files of a folder; none when there is no such folder. */
    List<Found> list(Path folder) throws IOException;

    /**
     * A file of a folder.
     *
     * @param size in bytes
     * @param changed when it was last written, in milliseconds
     */
    record Found(Path file, long size, long changed) {
        String name() {
            return file.getFileName().toString();
        }
    }
}
