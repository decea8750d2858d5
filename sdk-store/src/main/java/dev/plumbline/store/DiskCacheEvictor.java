package dev.plumbline.store;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Keeps a folder within its bytes: the oldest files are deleted first, until a tenth of the space is free. Files of other names are
 * not counted and not touched. Several processes may share a folder, so what is in it is counted anew from time to time.
 * Safe for any number of threads.
 */
final class DiskCacheEvictor {
    /** What a small file takes on most disks; it bounds the number of files, too. */
    static final long BLOCK = 4096;

    /** After so many writes the folder is counted, because other processes write, too. */
    private static final long WRITES = 256;

    /** A file aside that is so much older than the newest of the folder belongs to a process that is dead. */
    private static final long DEAD = Duration.ofHours(1).toMillis();

    private final FileOperations disk;
    private final Path folder;
    private final long maxBytes;
    private final AtomicLong used = new AtomicLong(Long.MAX_VALUE);
    private final AtomicLong writes = new AtomicLong();

    DiskCacheEvictor(FileOperations disk, Path folder, long maxBytes) {
        this.disk = disk;
        this.folder = folder;
        this.maxBytes = maxBytes;
    }

    /** Counts a file that was written; tidies when it may be one too many. */
    void wrote(long bytes) throws IOException {
        boolean full = used.accumulateAndGet(charge(bytes), DiskCacheEvictor::plus) > maxBytes;
        if (full || writes.incrementAndGet() % WRITES == 0) {
            new FolderLock(folder.resolve("tidy.lock")).tryRun(this::tidy);
        }
    }

    private void tidy() throws IOException {
        List<FileOperations.Found> found = disk.list(folder);
        removeDead(found);
        long now = 0;
        List<FileOperations.Found> entries = found.stream()
                .filter(file -> file.name().endsWith(DiskCacheEntry.SUFFIX))
                .sorted(Comparator.comparingLong(FileOperations.Found::changed)
                        .thenComparing(FileOperations.Found::name))
                .toList();
        for (FileOperations.Found entry : entries) {
            now += charge(entry.size());
        }
        used.set(now <= maxBytes ? now : removeOldest(entries, now));
    }

    private long removeOldest(List<FileOperations.Found> oldestFirst, long used) throws IOException {
        long left = used;
        for (FileOperations.Found entry : oldestFirst) {
            if (left <= maxBytes - maxBytes / 10) {
                break;
            }
            disk.delete(entry.file());
            left -= charge(entry.size());
        }
        return left;
    }

    private void removeDead(List<FileOperations.Found> found) throws IOException {
        long newest =
                found.stream().mapToLong(FileOperations.Found::changed).max().orElse(0);
        for (FileOperations.Found file : found) {
            if (file.name().endsWith(PrivateFileOperations.ASIDE) && file.changed() < newest - DEAD) {
                disk.delete(file.file());
            }
        }
    }

    private static long charge(long size) {
        return Math.max(BLOCK, size);
    }

    private static long plus(long one, long other) {
        return one > Long.MAX_VALUE - other ? Long.MAX_VALUE : one + other;
    }
}
