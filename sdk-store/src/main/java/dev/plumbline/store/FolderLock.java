package dev.plumbline.store;

import java.io.IOException;
import java.nio.file.Path;

/** A lock that processes share by a file; the system takes it back when its owner dies. */
record FolderLock(Path file) {

    /** Runs the work if nobody, here or in another process, holds the lock; otherwise says false and does nothing. */
    boolean tryRun(Work work) throws IOException {
        FileLease lease;
        try {
            lease = FileLease.of(file);
        } catch (FileLease.LeaseRefusedException held) {
            return false;
        }
        try (lease) {
            work.run();
            return true;
        }
    }

    /** What is done under the lock. */
    @FunctionalInterface
    interface Work {
        void run() throws IOException;
    }
}
