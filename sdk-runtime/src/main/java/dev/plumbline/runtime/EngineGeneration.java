package dev.plumbline.runtime;

import dev.plumbline.conversation.SessionEvent.TurnProgress;
import dev.plumbline.plugin.Extension;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.session.internal.SessionEngine;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The engines of sessions that are opened while the same plugins are enabled: a shared one, and one for each session
 * with its own extension, until its sessions are closed.
 */
final class EngineGeneration {
    private final EngineComponents parts;
    private final SessionEngine own;
    private final Set<String> plugins;
    private final Set<SessionEngine> ofExtensions = ConcurrentHashMap.newKeySet();
    private final AtomicInteger opening = new AtomicInteger();
    private volatile boolean closed;

    EngineGeneration(EngineComponents parts, SessionEngine own, Set<String> plugins) {
        this.parts = parts;
        this.own = own;
        this.plugins = plugins;
    }

    /** Returns a generation with one more plugin; building its engine shows whether it fits. */
    EngineGeneration with(Extension plugin, EngineFactory engines) {
        EngineComponents more = engines.with(parts, plugin);
        Set<String> ids = new HashSet<>(plugins);
        ids.add(plugin.id());
        return new EngineGeneration(more, engines.engine(more), ids);
    }

    EngineComponents parts() {
        return parts;
    }

    SessionEngine own() {
        return own;
    }

    /**
     * Opens a session in an engine of its own.
     *
     * @throws IllegalStateException after close
     */
    ConversationSession open(SessionEngine engine, Function<SessionEngine, ConversationSession> opening) {
        requireOpen();
        ofExtensions.removeIf(SessionEngine::isIdle);
        ConversationSession session = opening.apply(engine);
        ofExtensions.add(engine);
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

    /** Returns the number of engines for extensions of sessions, including unused ones that are not yet removed. */
    int ofExtensions() {
        return ofExtensions.size();
    }

    /** Counts a session that is being opened; ended by {@link #leave}. */
    void enter() {
        opening.incrementAndGet();
    }

    void leave() {
        opening.decrementAndGet();
    }

    /** Returns whether it has no session and none is being opened. */
    boolean isIdle() {
        return opening.get() == 0 && own.isIdle() && ofExtensions.stream().allMatch(SessionEngine::isIdle);
    }

    boolean has(String plugin) {
        return plugins.contains(plugin);
    }

    void show(String session, TurnProgress now) {
        own.show(session, now);
        for (SessionEngine engine : ofExtensions) {
            engine.show(session, now);
        }
    }

    Stream<ConversationSession> sessions() {
        return Stream.concat(Stream.of(own), ofExtensions.stream()).flatMap(engine -> engine.sessions().stream());
    }

    String describe() {
        return parts.describe(own.hooks());
    }

    /** Writes what is left of closed conversations a last time; returns the numbers of lost records by conversation. */
    Map<String, Integer> abandonUnwritten() {
        Map<String, Integer> lost = new HashMap<>(own.abandonUnwritten());
        ofExtensions.forEach(engine -> lost.putAll(engine.abandonUnwritten()));
        return lost;
    }

    void close() {
        own.close();
        closed = true;
        ofExtensions.forEach(SessionEngine::close);
    }
}
