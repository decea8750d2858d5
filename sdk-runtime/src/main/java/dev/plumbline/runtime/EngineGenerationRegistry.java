package dev.plumbline.runtime;

import dev.plumbline.conversation.SessionEvent.TurnProgress;
import dev.plumbline.plugin.Extension;
import dev.plumbline.plugin.Plugin.PluginStatus;
import dev.plumbline.plugins.PluginRegistry;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.session.internal.SessionEngine;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The engine generations of a runtime: the current one, in which sessions are opened, and earlier ones that still have
 * sessions. Without plugins there is only one.
 */
final class EngineGenerationRegistry {
    private final EngineFactory engines;
    private final EngineComponents withoutPlugins;
    private final @Nullable PluginRegistry plugins;
    private final Set<EngineGeneration> older = ConcurrentHashMap.newKeySet();
    private volatile EngineGeneration now;
    private volatile boolean closed;

    /** Creates the first generation from the plugins that are enabled now. */
    EngineGenerationRegistry(EngineFactory engines, EngineComponents withoutPlugins, @Nullable PluginRegistry plugins) {
        this.engines = engines;
        this.withoutPlugins = withoutPlugins;
        this.plugins = plugins;
        this.now = withoutPlugins();
        reload();
    }

    /**
     * Opens a session in the current generation, which has the plugins that were enabled at the last {@link #reload}.
     *
     * @param brought the session's own extension, for which it gets its own engine; null for none
     */
    ConversationSession open(@Nullable Extension brought, Function<SessionEngine, ConversationSession> opening) {
        if (!older.isEmpty()) {
            deactivateUnused();
        }
        EngineGeneration at = enter();
        try {
            closeIfClosed(at);
            ConversationSession session = brought == null
                    ? opening.apply(at.own())
                    : at.open(engines.engine(engines.with(at.parts(), brought)), opening);
            closeIfClosed(at);
            return session;
        } finally {
            at.leave();
        }
    }

    private void closeIfClosed(EngineGeneration at) {
        if (closed) {
            at.close();
        }
    }

    /** Enters the current generation, whose plugins stay enabled until it is left. */
    private EngineGeneration enter() {
        EngineGeneration at = now;
        at.enter();
        while (at != now) {
            at.leave();
            at = now;
            at.enter();
        }
        return at;
    }

    /**
     * Reads the plugin settings and starts a generation with the plugins that are enabled now.
     *
     * @throws IllegalStateException after close
     */
    void reload() {
        if (closed) {
            throw new IllegalStateException("this runtime is closed");
        }
        if (plugins != null) {
            plugins.reload(withoutPlugins(), (so, plugin) -> so.with(plugin, engines), this::publish);
        }
    }

    private EngineGeneration withoutPlugins() {
        return new EngineGeneration(withoutPlugins, engines.engine(withoutPlugins), Set.of());
    }

    private void publish(EngineGeneration next) {
        older.add(now);
        now = next;
        deactivateUnused();
    }

    /** Stops the plugins that no generation uses. */
    private void deactivateUnused() {
        older.removeIf(EngineGeneration::isIdle);
        if (plugins != null) {
            plugins.deactivateUnused(id -> now.has(id) || older.stream().anyMatch(edition -> edition.has(id)));
        }
    }

    EngineGeneration now() {
        return now;
    }

    List<PluginStatus> plugins() {
        return plugins == null ? List.of() : plugins.status();
    }

    List<ConversationSession> sessions() {
        return Stream.concat(older.stream(), Stream.of(now))
                .distinct()
                .flatMap(EngineGeneration::sessions)
                .toList();
    }

    void show(String session, TurnProgress progress) {
        now.show(session, progress);
        for (EngineGeneration edition : older) {
            edition.show(session, progress);
        }
    }

    /** Closes all sessions. */
    void close() {
        closed = true;
        older.forEach(EngineGeneration::close);
        now.close();
    }

    /** Writes what is left of closed conversations a last time; returns the numbers of lost records by conversation. */
    Map<String, Integer> abandonUnwritten() {
        Map<String, Integer> lost = new HashMap<>(now.abandonUnwritten());
        older.forEach(edition -> lost.putAll(edition.abandonUnwritten()));
        return lost;
    }

    /** Stops all plugins, after the last session. */
    void endPlugins() {
        if (plugins != null) {
            plugins.close();
        }
    }
}
