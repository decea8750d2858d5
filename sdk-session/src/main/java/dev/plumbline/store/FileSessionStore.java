package dev.plumbline.store;

import dev.plumbline.call.Cancellation;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.conversation.SessionStore.UnwritableStoreException;
import dev.plumbline.internal.PayloadCipher;
import dev.plumbline.json.Json;
import dev.plumbline.policy.internal.OperationLimit;
import dev.plumbline.provider.Secret;
import dev.plumbline.store.internal.FileLease;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A session store of append-only files in a folder, one per conversation, readable by the user only; {@code
 * docs/durability.md} describes the format. Several programs may share the folder; one at a time writes a conversation.
 * Appended records survive the death of the process, and a power failure from the end of their turn on ({@link
 * FlushMode}). Thread-safe.
 */
public final class FileSessionStore implements SessionStore {
    private final JournalFolder folder;
    private final JournalOptions options;
    private final Map<String, JournalFile> open = new ConcurrentHashMap<>();
    /** Whether the last attempt to open a conversation failed because of the folder. */
    private final AtomicBoolean unwritable = new AtomicBoolean();

    private volatile boolean closed;

    private FileSessionStore(JournalFolder folder, JournalOptions options) {
        this.folder = folder;
        this.options = options;
    }

    /** Returns a store in that folder, which is created when first needed. */
    public static FileSessionStore of(Path folder) {
        return new FileSessionStore(new JournalFolder(folder), JournalOptions.of(PayloadCipher.NONE));
    }

    /**
     * Returns a store that encrypts every record with AES-GCM and binds it to its conversation and to the preceding
     * record. With another key, conversations can be listed by their file names, but not read.
     *
     * @param key 32 random bytes, one per character, kept by the host; read now and at each use
     * @throws IllegalArgumentException if it has another length or a character that is not a byte
     */
    public static FileSessionStore of(Path folder, Secret key) {
        return new FileSessionStore(
                new JournalFolder(folder), JournalOptions.of(PayloadCipher.ofCharacters(key::reveal)));
    }

    /**
     * Returns a store with a key derived from a pass phrase by PBKDF2 with HMAC-SHA-256. The derivation runs once per
     * store and takes some tenths of a second. The salt is the file {@code key.salt} of the folder; without it nothing
     * can be read.
     *
     * @param phrase at least 12 characters, kept by the host; read now and at the first use
     * @throws IllegalArgumentException if it is shorter
     */
    public static FileSessionStore ofPassPhrase(Path folder, Secret phrase) {
        return new FileSessionStore(
                new JournalFolder(folder), JournalOptions.of(PayloadCipher.of(new PassPhraseKey(folder, phrase))));
    }

    /** Returns a store of the same folder with another flush mode; the default is {@link FlushMode#AFTER_TURN}. */
    public FileSessionStore withFlush(FlushMode mode) {
        return new FileSessionStore(folder, new JournalOptions(options.seal(), mode, options.counter()));
    }

    /**
     * Returns a store of the same folder that keeps the number of records of each conversation in another place, too. A
     * conversation with fewer records than were counted is refused with a {@link
     * dev.plumbline.conversation.SessionStore.DamagedSessionException}; {@link #repair} accepts what is left of it. Use it with a
     * key: without one, records can be made up. By default a cut at the end cannot be detected.
     */
    public FileSessionStore withCounter(RecordCounter counter) {
        return new FileSessionStore(
                folder,
                new JournalOptions(options.seal(), options.flush(), Objects.requireNonNull(counter, "counter")));
    }

    @Override
    public List<StoredSession> list(Duration limit, Cancellation cancellation) {
        return summaries(limit, cancellation)
                .peek(this::logUnreadable)
                .flatMap(summary -> summary.session().stream())
                .sorted(Comparator.comparing(StoredSession::last).reversed())
                .toList();
    }

    @Override
    public Map<String, String> unreadable(Duration limit, Cancellation cancellation) {
        return summaries(limit, cancellation)
                .filter(summary -> summary.fault().isPresent())
                .collect(
                        Collectors.toMap(Summary::id, summary -> summary.fault().orElseThrow()));
    }

    private void logUnreadable(Summary summary) {
        summary.fault()
                .ifPresent(why -> log().log(
                                Level.WARNING,
                                "a conversation is left out of the list: {0} cannot be read: {1}",
                                folder.journal(summary.id()).getFileName(),
                                why));
    }

    private Stream<Summary> summaries(Duration limit, Cancellation cancellation) {
        OperationLimit.require(limit, cancellation);
        return folder.ids().stream().map(id -> {
            cancellation.throwIfCancelled();
            return summary(id);
        });
    }

    private Summary summary(String id) {
        try {
            return new Summary(id, JournalSummary.of(folder, id, options.seal()), Optional.empty());
        } catch (EOFException cut) {
            return Summary.unreadable(id, "the file ends within a record");
        } catch (IOException unreadable) {
            return Summary.unreadable(id, String.valueOf(unreadable.getMessage()));
        } catch (RuntimeException noRecord) { // JSON that is not a record, too, must not hide other conversations
            return Summary.unreadable(id, "its first or last record is not a record of a conversation");
        }
    }

    /**
     * What a list shows of a conversation.
     *
     * @param session empty if it has no record, or cannot be read
     * @param fault why it cannot be read
     */
    private record Summary(String id, Optional<StoredSession> session, Optional<String> fault) {
        static Summary unreadable(String id, String fault) {
            return new Summary(id, Optional.empty(), Optional.of(fault));
        }
    }

    @Override
    public Stream<Json> read(String sessionId, Duration limit, Cancellation cancellation) {
        OperationLimit.require(limit, cancellation);
        return options.reader(folder, sessionId).stream(cancellation);
    }

    @Override
    public Writer open(String sessionId, Duration limit, Cancellation cancellation) {
        OperationLimit.require(limit, cancellation);
        JournalFile opened = Objects.requireNonNull(open.compute(sessionId, this::opened));
        if (closed) {
            opened.close();
            throw new IllegalStateException("this store is closed");
        }
        return opened;
    }

    private JournalFile opened(String id, @Nullable JournalFile before) {
        requireClosed(id, before);
        try {
            JournalFile file = JournalFile.open(folder, id, options);
            unwritable.set(false);
            return file.withClose(() -> open.remove(id, file));
        } catch (UnwritableStoreException e) {
            if (!unwritable.getAndSet(true)) { // writers try again every second
                log().log(Level.WARNING, e.getMessage());
            }
            throw e;
        }
    }

    private static void requireClosed(String id, @Nullable JournalFile open) {
        if (open != null) {
            throw JournalFile.isOpen(id, "this runtime");
        }
    }

    @Override
    public Optional<Damage> repair(String sessionId) {
        requireClosed(sessionId, open.get(sessionId));
        if (!folder.has(sessionId) && options.counter().find(sessionId) == 0) {
            return Optional.empty();
        }
        try {
            FileLease lease = JournalFile.leased(folder, sessionId);
            try (lease) {
                return JournalRepair.repair(folder, sessionId, options);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void delete(String sessionId, Duration limit, Cancellation cancellation) {
        OperationLimit.require(limit, cancellation);
        requireClosed(sessionId, open.get(sessionId));
        if (!folder.has(sessionId)) {
            return;
        }
        try {
            FileLease lease = JournalFile.leased(folder, sessionId);
            try (lease) {
                options.counter().remove(sessionId);
                folder.delete(sessionId);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Optional<String> findNote(String name) {
        return folder.note(name, options.seal()).read();
    }

    @Override
    public void putNote(String name, String text) {
        folder.note(name, options.seal()).write(text);
    }

    @Override
    public void close() {
        closed = true;
        List.copyOf(open.values()).forEach(JournalFile::close);
    }

    /** Returns the logger when there is something to log, because the first one of a process loads the logging of the JDK. */
    private static Logger log() {
        return System.getLogger("dev.plumbline.store");
    }

    /**
     * The moments at which a store forces its writes to the disk, so that they survive a power failure. They survive the
     * death of the process in every mode.
     */
    public enum FlushMode {
        /** Never: the operating system decides, usually within a minute. */
        NEVER,

        /** At the end of each turn: every turn that was reported as finished survives. */
        AFTER_TURN,

        /** With each append: the start of a tool call survives, too. */
        ALWAYS;

        /** Returns whether writes are forced at the moments of {@link #isMoment}. */
        boolean forces() {
            return this != NEVER;
        }

        /**
         * Returns whether records that were appended together end a turn, or each append counts: the moment at which they
         * are forced, and at which the number of records is stored elsewhere.
         */
        boolean isMoment(List<Json> records) {
            return this == ALWAYS || endsTurns(records.get(records.size() - 1));
        }

        private static boolean endsTurns(Json record) {
            Json open = record.get("open");
            return open.kind() == Json.Kind.BOOLEAN && !open.asBoolean();
        }
    }

    /**
     * Keeps the number of records of each conversation in another place than its file, so that a cut at the end of the file,
     * an older copy of it and its deletion are detected: in the keyring of the host, or in a folder that others cannot
     * write ({@link #inFolder}). Give it to {@code FileSessionStore.withCounter}. Implementations are thread-safe; a failure is an
     * {@link java.io.UncheckedIOException}. A conversation whose number cannot be stored is written all the same; the store
     * logs a warning and tries again at the end of the next turn.
     *
     * <p>The store calls {@link #store} after the records of a turn were forced to the disk, and when a conversation is
     * closed: once per turn. Records of a turn that a crash interrupted are not counted.
     */
    public interface RecordCounter {
        /** A counter that keeps nothing: a cut at the end is not detected. */
        RecordCounter NONE = new RecordCounter() {
            @Override
            public long find(String sessionId) {
                return 0;
            }

            @Override
            public void store(String sessionId, long records) {
                // keeps nothing
            }

            @Override
            public void remove(String sessionId) {
                // keeps nothing
            }
        };

        /**
         * Returns a counter in a folder, with one file for each conversation, which is replaced atomically and is readable by
         * the user only. The folder is created when first needed. Choose one that whoever could change the conversations
         * cannot write. Also for several programs.
         */
        static RecordCounter inFolder(Path folder) {
            return new FolderRecordCounter(folder);
        }

        /** Returns the number that was stored last; 0 for a conversation that is not known. */
        long find(String sessionId);

        /** Stores the number of records of a conversation. When it returns, the number survives the death of the process. */
        void store(String sessionId, long records);

        /** Removes the number of a conversation that was deleted; does nothing if it is not known. */
        void remove(String sessionId);
    }
}
