package dev.plumbline.store;

import dev.plumbline.policy.ResponseStore;
import dev.plumbline.provider.Secret;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Answers in a folder, shared by every process that names it. One file a key, written aside and moved into place, so
 * nobody waits for anybody and a torn entry is never seen. Files are readable by the user only; torn, foreign and changed
 * ones are misses and removed. What was stored survives the death of a process, not a power cut: it is a cache.
 *
 * <p>Opens nothing before it is asked, and holds nothing open. Safe for any number of threads and processes. A disk that
 * is full or read-only throws {@link UncheckedIOException}, which a cache policy treats as a miss.
 */
public final class DiskResponseStore implements ResponseStore {
    private static final long MAX_BYTES = 256L * 1024 * 1024;

    /** An entry beyond that is not stored and not read. */
    private static final int LARGEST = 16 * 1024 * 1024;

    private final FileOperations disk;
    private final Path folder;
    private final long maxBytes;
    private final PayloadCipher seal;
    private final DiskCacheEvictor tidying;
    private volatile boolean closed;

    private DiskResponseStore(FileOperations disk, Path folder, long maxBytes, PayloadCipher seal) {
        this.disk = disk;
        this.folder = folder;
        this.maxBytes = maxBytes;
        this.seal = seal;
        this.tidying = new DiskCacheEvictor(disk, folder, maxBytes);
    }

    /** A store in that folder, which is made when it is needed; at most 256 MiB. */
    public static DiskResponseStore of(Path folder) {
        return on(new PrivateFileOperations(), folder);
    }

    static DiskResponseStore on(FileOperations disk, Path folder) {
        return new DiskResponseStore(disk, folder, MAX_BYTES, PayloadCipher.NONE);
    }

    /**
     * One of at most so many bytes; the oldest entries go first. A small entry counts 4 KiB, as on most disks.
     *
     * @throws IllegalArgumentException below 1 MiB
     */
    public DiskResponseStore withMaxBytes(long bytes) {
        if (bytes < 1024 * 1024) {
            throw new IllegalArgumentException("a store on disk has at least 1 MiB, not " + bytes + " bytes");
        }
        return new DiskResponseStore(disk, folder, bytes, seal);
    }

    /**
     * One that encrypts its entries with AES-GCM. Entries under another key, or under none, are not seen.
     *
     * @param key of 32 characters, each one byte of the key (ISO 8859-1); asked for at each use
     */
    public DiskResponseStore withEncryption(Secret key) {
        return new DiskResponseStore(disk, folder, maxBytes, new AesGcmCipher(key));
    }

    @Override
    public Optional<Entry> find(Key key) {
        if (closed) {
            return Optional.empty();
        }
        Path file = file(key);
        Optional<DiskCacheEntry> found = io(() -> read(file));
        return found.filter(entry -> entry.key().equals(key)).map(DiskCacheEntry::entry);
    }

    @Override
    public void store(Key key, Entry entry) {
        byte[] bytes = new DiskCacheEntry(key, entry).bytes(seal);
        if (closed || bytes.length > LARGEST) {
            return;
        }
        io(() -> {
            new AtomicFile(disk, file(key)).write(bytes);
            tidying.wrote(bytes.length);
            return true;
        });
    }

    @Override
    public long invalidate(Predicate<Key> which) {
        return io(() -> {
            long removed = 0;
            for (FileOperations.Found found : disk.list(folder)) {
                removed += removeIf(found, which) ? 1 : 0;
            }
            return removed;
        });
    }

    private boolean removeIf(FileOperations.Found found, Predicate<Key> which) throws IOException {
        if (!found.name().endsWith(DiskCacheEntry.SUFFIX)) {
            return false;
        }
        Optional<byte[]> bytes = bytes(found.file());
        boolean chosen = bytes.flatMap(file -> DiskCacheEntry.read(file, seal))
                .filter(entry -> which.test(entry.key()))
                .isPresent();
        if (chosen) {
            disk.delete(found.file());
        }
        return chosen;
    }

    /** The entry in a file; what is there and is none is removed. */
    private Optional<DiskCacheEntry> read(Path file) throws IOException {
        Optional<byte[]> bytes = bytes(file);
        Optional<DiskCacheEntry> entry = bytes.flatMap(found -> DiskCacheEntry.read(found, seal));
        if (bytes.isPresent() && entry.isEmpty()) {
            disk.delete(file);
        }
        return entry;
    }

    private Optional<byte[]> bytes(Path file) throws IOException {
        try {
            return Optional.of(disk.read(file, LARGEST));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    private Path file(Key key) {
        return folder.resolve(DiskCacheEntry.name(key, seal.mark()));
    }

    /** Ends it: it finds and keeps nothing more. The files stay for the next one. */
    @Override
    public void close() {
        closed = true;
    }

    @Override
    public String toString() {
        return "DiskResponseStore[at most " + maxBytes + " bytes]";
    }

    private static <T> T io(FileWork<T> work) {
        try {
            return work.run();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Something a disk may refuse. */
    private interface FileWork<T> {
        T run() throws IOException;
    }
}
