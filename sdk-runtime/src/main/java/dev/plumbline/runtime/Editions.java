package dev.plumbline.runtime;

import dev.plumbline.event.Progress;
import dev.plumbline.plugin.Extension;
import dev.plumbline.plugins.PluginStatus;
import dev.plumbline.plugins.Plugins;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.session.SessionEngine;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * The editions of a runtime: the one in which sessions are opened now, and those before it that still have sessions. Without
 * plugins there is one for ever.
 */
final class Editions {
    private final Building building;
    private final Plugins plugins;
    private final Set<Edition> older = ConcurrentHashMap.newKeySet();
    private volatile Edition now;
    private volatile boolean closed;

    /** The first edition has those plugins that are on now. */
    Editions(Building building, Plugins plugins) {
        this.building = building;
        this.plugins = plugins;
        this.now = new Fitting(building.house(), Set.of()).edition(building);
        renew();
    }

    /** Opens a session in the edition of now. */
    ConversationSession open(Function<Edition, ConversationSession> door) {
        renew();
        Edition at = enter();
        try {
            return openAt(at, door);
        } finally {
            at.leave();
        }
    }

    private ConversationSession openAt(Edition at, Function<Edition, ConversationSession> door) {
        if (closed) {
            at.close();
        }
        ConversationSession session = door.apply(at);
        if (closed) {
            at.close();
        }
        return session;
    }

    /** Who is in keeps the plugins of that edition from their rest. */
    private Edition enter() {
        Edition at = now;
        at.enter();
        while (at != now) {
            at.leave();
            at = now;
            at.enter();
        }
        return at;
    }

    /** Looks whether the settings say something new, and lets rest who is needed no more. */
    private void renew() {
        plugins.changed(new Fitting(building.house(), Set.of()), (so, plugin) -> so.with(plugin, building))
                .map(fitting -> fitting.edition(building))
                .ifPresent(this::change);
        older.removeIf(Edition::isIdle);
        plugins.rest(plugin -> now.has(plugin) || older.stream().anyMatch(edition -> edition.has(plugin)));
    }

    private void change(Edition next) {
        older.add(now);
        now = next;
    }

    Edition now() {
        return now;
    }

    List<PluginStatus> plugins() {
        return plugins.status();
    }

    void show(String session, Progress progress) {
        now.show(session, progress);
        older.forEach(edition -> edition.show(session, progress));
    }

    /** Ends all sessions. */
    void close() {
        closed = true;
        older.forEach(Edition::close);
        now.close();
    }

    /** Ends all plugins; when no session is left. */
    void endPlugins() {
        plugins.close();
    }

    /** How editions are made. */
    interface Building {
        /** What there is without plugins. */
        Furnished house();

        /** With what that extension contributes besides; whatever clashes is thrown. */
        Furnished with(Furnished before, Extension more);

        SessionEngine engine(Furnished furnished);
    }

    /** An edition in the making. */
    private record Fitting(Furnished furnished, Set<String> plugins) {

        /** With one plugin more: an engine that can be built shows that it fits. */
        Fitting with(Extension plugin, Building building) {
            Set<String> ids = new HashSet<>(plugins);
            ids.add(plugin.id());
            Fitting longer = new Fitting(building.with(furnished, plugin), ids);
            longer.edition(building);
            return longer;
        }

        Edition edition(Building building) {
            return new Edition(furnished, building.engine(furnished), plugins);
        }
    }
}
