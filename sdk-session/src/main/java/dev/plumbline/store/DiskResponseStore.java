package dev.plumbline.store;

import dev.plumbline.call.Cancellation;
import dev.plumbline.internal.PayloadCipher;
import dev.plumbline.policy.ResponseStore;
import dev.plumbline.policy.internal.OperationLimit;
import dev.plumbline.policy.internal.StoredAnswerErrors;
import dev.plumbline.provider.Secret;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * A response store in a folder that several processes may share. Each key has one file, which is written to a temporary
 * file and moved into place, so that no process waits for another and no reader sees a torn entry. Only the user can
 * read the files; torn, foreign and changed files are damaged and are removed. Entries survive the death of a process,
 * not a power failure.
 *
 * <p>Opens no file before its first use and keeps none open. Safe for any number of threads and processes. On a full or
 * read-only disk it throws {@link UncheckedIOException}, which a cache policy treats as a miss.
 */
public final class DiskResponseStore implements ResponseStore {
    private static final String MARK = "plumbline.store";
    private static final long MAX_BYTES = 256L * 1024 * 1024;

    /** The size in bytes above which an entry is neither stored nor read. */
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

    /** Returns a store in that folder, which is created when needed; at most 256 MiB. */
    public static DiskResponseStore of(Path folder) {
        return on(new PrivateFileOperations(), folder);
    }

    static DiskResponseStore on(FileOperations disk, Path folder) {
        return new DiskResponseStore(disk, folder, MAX_BYTES, PayloadCipher.NONE);
    }

    /**
     * Returns a store with a limit in bytes; the oldest entries are removed first. A small entry counts 4 KiB, as on
     * most disks.
     *
     * @throws IllegalArgumentException if the limit is below 1 MiB
     */
    public DiskResponseStore withMaxBytes(long bytes) {
        if (bytes < 1024 * 1024) {
            throw new IllegalArgumentException("a store on disk has at least 1 MiB, not " + bytes + " bytes");
        }
        return new DiskResponseStore(disk, folder, bytes, seal);
    }

    /**
     * Returns a store that encrypts its entries with AES-GCM. Entries with another key, or without one, are misses.
     *
     * @param key 32 random bytes, one per character; read now and at each use
     * @throws IllegalArgumentException if it has another length or a character that is not a byte
     */
    public DiskResponseStore withEncryption(Secret key) {
        return new DiskResponseStore(disk, folder, maxBytes, PayloadCipher.ofCharacters(key::reveal));
    }

    /**
     * Returns a store with a key derived from a pass phrase; as {@link FileSessionStore#ofPassPhrase}.
     *
     * @param phrase at least 12 characters; read once
     */
    public DiskResponseStore withPassPhrase(Secret phrase) {
        return new DiskResponseStore(disk, folder, maxBytes, PayloadCipher.of(new PassPhraseKey(folder, phrase)));
    }

    @Override
    public Optional<Entry> find(Key key, Duration limit, Cancellation cancellation) {
        OperationLimit.require(limit, cancellation);
        Path file = file(key);
        Optional<byte[]> bytes = closed ? Optional.empty() : io(() -> bytes(file));
        if (bytes.isEmpty()) {
            return Optional.empty();
        }
        Optional<DiskCacheEntry> found = entry(bytes.get(), key);
        if (found.isEmpty()) {
            delete(file);
            throw StoredAnswerErrors.damaged();
        }
        return found.map(DiskCacheEntry::entry);
    }

    private Optional<DiskCacheEntry> entry(byte[] bytes, Key key) {
        return DiskCacheEntry.read(bytes, seal).filter(entry -> entry.key().equals(key));
    }

    @Override
    public void put(Key key, Entry entry, Duration limit, Cancellation cancellation) {
        OperationLimit.require(limit, cancellation);
        byte[] bytes = new DiskCacheEntry(key, entry).bytes(seal);
        if (closed) {
            return;
        }
        if (bytes.length > LARGEST) {
            delete(file(key));
            throw StoredAnswerErrors.tooLarge(bytes.length, LARGEST);
        }
        io(() -> {
            new AtomicFile(disk, file(key)).write(bytes);
            tidying.wrote(bytes.length);
            return true;
        });
    }

    @Override
    public boolean remove(Key key, Duration limit, Cancellation cancellation) {
        OperationLimit.require(limit, cancellation);
        if (closed) {
            return false;
        }
        Path file = file(key);
        Optional<byte[]> bytes = io(() -> bytes(file));
        bytes.ifPresent(there -> delete(file));
        return bytes.flatMap(there -> entry(there, key)).isPresent();
    }

    private void delete(Path file) {
        io(() -> {
            disk.delete(file);
            return true;
        });
    }

    /** {@inheritDoc} Reads every entry, because files are named by hashes; checks for cancellation between entries. */
    @Override
    public long invalidate(Selection selection, Duration limit, Cancellation cancellation) {
        OperationLimit.require(limit, cancellation);
        return io(() -> {
            long removed = 0;
            for (FileOperations.Found found : disk.list(folder)) {
                cancellation.throwIfCancelled();
                removed += removeIf(found, selection) ? 1 : 0;
            }
            return removed;
        });
    }

    private boolean removeIf(FileOperations.Found found, Selection selection) throws IOException {
        if (!found.name().endsWith(DiskCacheEntry.SUFFIX)) {
            return false;
        }
        Optional<byte[]> bytes = bytes(found.file());
        boolean chosen = bytes.flatMap(file -> DiskCacheEntry.read(file, seal))
                .filter(entry -> selection.matches(entry.key(), entry.entry()))
                .isPresent();
        if (chosen) {
            disk.delete(found.file());
        }
        return chosen;
    }

    private Optional<byte[]> bytes(Path file) throws IOException {
        try {
            return Optional.of(disk.read(file, LARGEST));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    private Path file(Key key) {
        return folder.resolve(DiskCacheEntry.name(key, seal.mark(MARK)));
    }

    /** Closes the store: it then finds and stores nothing. The files stay. */
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

    /** File access that may fail. */
    private interface FileWork<T> {
        T run() throws IOException;
    }
}
