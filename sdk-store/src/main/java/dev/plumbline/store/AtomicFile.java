package dev.plumbline.store;

import java.io.IOException;
import java.nio.file.Path;

/**
 * A file that is there wholly or not at all: written aside in its own folder and moved into place. A process that dies in
 * between leaves the file as it was, and one aside that {@link DiskCacheEvictor} removes. Not forced to the medium: what survives
 * is the death of a process, not of the machine.
 */
record AtomicFile(FileOperations disk, Path file) {

    void write(byte[] bytes) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        Path aside = disk.writeAside(folder == null ? file : folder, bytes);
        try {
            disk.move(aside, file);
        } catch (IOException | RuntimeException e) {
            disk.delete(aside);
            throw e;
        }
    }
}
