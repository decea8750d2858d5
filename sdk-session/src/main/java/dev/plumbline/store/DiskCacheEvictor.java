package dev.plumbline.store;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Limits the size of a folder: when the limit is exceeded, deletes the oldest files until a tenth of the space is free.
 * Files with other names are neither counted nor deleted. Several processes may share a folder, so its content is
 * counted again from time to time. Thread-safe.
 */
final class DiskCacheEvictor {
    /** The space of a small file on most disks; it also bounds the number of files. */
    static final long BLOCK = 4096;

    /** The number of writes after which the folder is counted again, because other processes write, too. */
    private static final long WRITES = 256;

    /** The age, relative to the newest file of the folder, at which a temporary file belongs to a dead process. */
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

    /** Counts a file that was written; counts and evicts the files of the folder if the limit may be exceeded. */
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
