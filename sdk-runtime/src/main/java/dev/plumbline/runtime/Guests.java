package dev.plumbline.runtime;

import dev.plumbline.event.Progress;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.session.SessionEngine;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * The engines of sessions that bring an extension of their own, one each: forgotten when its sessions are closed, closed with
 * the runtime.
 */
final class Guests {
    private final Set<SessionEngine> engines = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /**
     * Opens a session there.
     *
     * @throws IllegalStateException after close
     */
    ConversationSession open(SessionEngine engine, Function<SessionEngine, ConversationSession> door) {
        requireOpen();
        engines.removeIf(SessionEngine::isIdle);
        ConversationSession session = door.apply(engine);
        engines.add(engine);
        if (closed) {
            engine.close();
            requireOpen();
        }
        return session;
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("this runtime is closed");
        }
    }

    /** How many have sessions, or had some a while ago. */
    int size() {
        return engines.size();
    }

    /** Shows how far a session is, if it is one of these. */
    void show(String session, Progress now) {
        engines.forEach(engine -> engine.show(session, now));
    }

    void close() {
        closed = true;
        engines.forEach(SessionEngine::close);
    }
}
