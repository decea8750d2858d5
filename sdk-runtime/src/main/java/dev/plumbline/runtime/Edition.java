package dev.plumbline.runtime;

import dev.plumbline.event.Progress;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.session.SessionEngine;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** What sessions have that are opened while the same plugins are on: one engine, and those of sessions that bring an extension. */
final class Edition {
    private final Furnished furnished;
    private final SessionEngine own;
    private final Set<String> plugins;
    private final Guests guests = new Guests();
    private final AtomicInteger opening = new AtomicInteger();

    Edition(Furnished furnished, SessionEngine own, Set<String> plugins) {
        this.furnished = furnished;
        this.own = own;
        this.plugins = plugins;
    }

    Furnished furnished() {
        return furnished;
    }

    SessionEngine own() {
        return own;
    }

    /** Goes through that door of an engine of the session's own. */
    ConversationSession guest(SessionEngine brought, Function<SessionEngine, ConversationSession> door) {
        return guests.open(brought, door);
    }

    /** Somebody is about to open a session, until {@link #leave}. */
    void enter() {
        opening.incrementAndGet();
    }

    void leave() {
        opening.decrementAndGet();
    }

    /** Whether it has no session, nor will somebody who is about to open one. */
    boolean isIdle() {
        return opening.get() == 0 && own.isIdle() && guests.isIdle();
    }

    boolean has(String plugin) {
        return plugins.contains(plugin);
    }

    void show(String session, Progress now) {
        own.show(session, now);
        guests.show(session, now);
    }

    String describe() {
        return furnished.describe(own.hooks());
    }

    void close() {
        own.close();
        guests.close();
    }
}
