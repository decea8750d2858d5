package dev.plumbline.store;

import dev.plumbline.conversation.SessionStore;
import dev.plumbline.json.Json;
import dev.plumbline.provider.Secret;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Conversations as append-only files in a folder, one file each, readable by the user only: {@code docs/durability.md} is
 * their format. Several programs may share the folder; one at a time writes a conversation. What is appended survives
 * the death of the process, not the loss of power: nothing is forced to the disk. Safe for any number of threads.
 */
public final class FileSessionStore implements SessionStore {
    private static final Logger LOG = System.getLogger("dev.plumbline.store");

    private final JournalFolder folder;
    private final PayloadCipher seal;
    private final Map<String, JournalFile> open = new ConcurrentHashMap<>();
    private volatile boolean closed;

    private FileSessionStore(JournalFolder folder, PayloadCipher seal) {
        this.folder = folder;
        this.seal = seal;
    }

    /** A store in that folder, which is made when it is first needed. */
    public static FileSessionStore of(Path folder) {
        return new FileSessionStore(new JournalFolder(folder), PayloadCipher.NONE);
    }

    /**
     * The same with every record encrypted by AES-GCM. Who has another key can list conversations by their file names and
     * read nothing.
     *
     * @param key 32 bytes, one a character, the host's to keep; asked for at each use
     */
    public static FileSessionStore of(Path folder, Secret key) {
        return new FileSessionStore(new JournalFolder(folder), new AesGcmCipher(key));
    }

    @Override
    public List<StoredSession> list() {
        return folder.ids().stream()
                .flatMap(this::summary)
                .sorted(Comparator.comparing(StoredSession::last).reversed())
                .toList();
    }

    private Stream<StoredSession> summary(String id) {
        try (JournalReader reader = reader(id)) {
            Json first = Json.object();
            Json last = Json.object();
            for (int i = 0; reader.hasNext(); i++) {
                last = Json.parse(reader.next());
                first = i == 0 ? last : first;
            }
            return reader.count() == 0 ? Stream.empty() : Stream.of(StoredSession.of(id, first, last));
        } catch (UncheckedIOException unreadable) {
            LOG.log(
                    Level.WARNING,
                    "a conversation is left out of the list: {0} cannot be read; opening it says why",
                    folder.journal(id).getFileName());
            return Stream.empty();
        }
    }

    @Override
    public Stream<Json> read(String sessionId) {
        JournalReader reader = reader(sessionId);
        return reader.stream().map(Json::parse).onClose(reader::close);
    }

    private JournalReader reader(String id) {
        return JournalReader.of(folder.journal(id), seal);
    }

    @Override
    public Writer open(String sessionId) {
        JournalFile opened = Objects.requireNonNull(open.compute(sessionId, this::opened));
        if (closed) {
            opened.close();
            throw new IllegalStateException("this store is closed");
        }
        return opened;
    }

    private JournalFile opened(String id, @Nullable JournalFile before) {
        requireClosed(id, before);
        JournalFile file = JournalFile.open(folder, id, seal);
        return file.withClose(() -> open.remove(id, file));
    }

    private static void requireClosed(String id, @Nullable JournalFile open) {
        if (open != null) {
            throw JournalFile.isOpen(id, "this runtime");
        }
    }

    @Override
    public void delete(String sessionId) {
        requireClosed(sessionId, open.get(sessionId));
        if (!folder.has(sessionId)) {
            return;
        }
        try {
            FileLease lease = JournalFile.leased(folder, sessionId);
            try (lease) {
                folder.delete(sessionId);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        closed = true;
        List.copyOf(open.values()).forEach(JournalFile::close);
    }
}
