package dev.plumbline.integration.generated;

import dev.plumbline.conversation.SessionStore;
import dev.plumbline.json.Json;
import dev.plumbline.testkit.InMemorySessionStore;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** Journals in memory, of which a crash leaves what stands there at that moment. */
final class CrashableSessionStore implements SessionStore {
    private final Map<String, List<Json>> journals = new ConcurrentHashMap<>();
    private volatile SessionStore kept = InMemorySessionStore.of(journals);

    /** What a program finds that starts when this one is killed now. */
    CrashableSessionStore afterCrash() {
        CrashableSessionStore left = new CrashableSessionStore();
        journals.keySet().forEach(id -> {
            try (Stream<Json> records = kept.read(id);
                    Writer writer = left.open(id)) {
                writer.append(records.toList());
            }
        });
        return left;
    }

    @Override
    public List<StoredSession> list() {
        return kept.list();
    }

    @Override
    public Stream<Json> read(String sessionId) {
        return kept.read(sessionId);
    }

    @Override
    public Writer open(String sessionId) {
        return kept.open(sessionId);
    }

    @Override
    public void delete(String sessionId) {
        kept.delete(sessionId);
    }

    /** Ends what was opened; the next program may open it again. */
    @Override
    public void close() {
        kept.close();
        kept = InMemorySessionStore.of(journals);
    }
}
