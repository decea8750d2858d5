package dev.plumbline.integration.generated;

import dev.plumbline.call.Cancellation;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.json.Json;
import dev.plumbline.testkit.InMemorySessionStore;
import java.time.Duration;
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
    public List<StoredSession> list(Duration limit, Cancellation cancellation) {
        return kept.list(limit, cancellation);
    }

    @Override
    public Stream<Json> read(String sessionId, Duration limit, Cancellation cancellation) {
        return kept.read(sessionId, limit, cancellation);
    }

    @Override
    public Writer open(String sessionId, Duration limit, Cancellation cancellation) {
        return kept.open(sessionId, limit, cancellation);
    }

    @Override
    public void delete(String sessionId, Duration limit, Cancellation cancellation) {
        kept.delete(sessionId, limit, cancellation);
    }

    /** Ends what was opened; the next program may open it again. */
    @Override
    public void close() {
        kept.close();
        kept = InMemorySessionStore.of(journals);
    }
}
