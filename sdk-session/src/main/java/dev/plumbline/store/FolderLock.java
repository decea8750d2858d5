package dev.plumbline.store;

import dev.plumbline.internal.PrivateFiles;
import dev.plumbline.store.internal.FileLease;
import java.io.IOException;
import java.nio.file.Path;

/** A lock file shared by processes; the system releases it when its owner dies. */
record FolderLock(Path file) {

    /** Runs the work if no other thread or process holds the lock; otherwise returns false. */
    boolean tryRun(Work work) throws IOException {
        FileLease lease;
        try {
            lease = FileLease.of(file, PrivateFiles.ofFile(file));
        } catch (FileLease.LeaseRefusedException held) {
            return false;
        }
        try (lease) {
            work.run();
            return true;
        }
    }

    /** Work that runs under the lock. */
    @FunctionalInterface
    interface Work {
        void run() throws IOException;
    }
}
