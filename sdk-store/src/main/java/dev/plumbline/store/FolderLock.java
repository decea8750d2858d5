package dev.plumbline.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A lock that processes share by a file; the system takes it back when its owner dies. */
record FolderLock(Path file) {

    /** Runs the work if nobody, here or in another process, holds the lock; otherwise says false and does nothing. */
    boolean tryRun(Work work) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = channel.tryLock()) {
            if (lock == null) {
                return false;
            }
            work.run();
            return true;
        } catch (OverlappingFileLockException heldByThisProcess) {
            return false;
        }
    }

    /** What is done under the lock. */
    @FunctionalInterface
    interface Work {
        void run() throws IOException;
    }
}
