package dev.plumbline.store;

import java.io.IOException;
import java.nio.file.Path;

/**
 * A file that is written completely or not at all: to a temporary file in the same folder, which is then moved into
 * place. If the process dies in between, the old file stays, and {@link DiskCacheEvictor} removes the temporary one.
 * Not forced to the disk: the file survives the death of the process, not a power failure.
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
