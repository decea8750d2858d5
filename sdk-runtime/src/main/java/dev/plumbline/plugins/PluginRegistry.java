package dev.plumbline.plugins;

import dev.plumbline.event.AiException;
import dev.plumbline.event.TelemetryObserver.ExtensionFailure;
import dev.plumbline.plugin.Contributions;
import dev.plumbline.plugin.Extension;
import dev.plumbline.plugin.Plugin;
import dev.plumbline.plugin.Plugin.Manifest;
import dev.plumbline.plugin.Plugin.PluginStatus;
import dev.plumbline.plugin.Plugin.PluginStatus.State;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Creates, activates and ends the plugins of a runtime. A plugin that fails is left out, and so are those that require
 * it; its exceptions never reach the caller. Thread-safe: a plugin is called, and what it adds is published, by one
 * thread at a time.
 */
public final class PluginRegistry implements AutoCloseable {
    private final List<PluginLifecycle> lives;
    private final List<PluginStatus> unusable = new ArrayList<>();
    private final SettingsFolder settings;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile boolean closed;

    private PluginRegistry(List<PluginCandidate> found, Optional<Path> file, Set<String> taken) {
        Map<String, PluginLifecycle> known = new LinkedHashMap<>();
        found.forEach(each -> meet(each, known, taken));
        lives = PluginDependencies.order(List.copyOf(known.values()));
        settings =
                new SettingsFolder(file, lives.stream().map(PluginLifecycle::id).toList());
    }

    /**
     * Creates the registry of these plugins. Each one is created and its manifest is read; none is activated.
     *
     * @param settings the file with the enabled plugins and their settings; a missing file counts as an empty one
     * @param taken ids that are already used
     */
    public static PluginRegistry of(List<PluginCandidate> found, Optional<Path> settings, Set<String> taken) {
        return new PluginRegistry(found, settings, taken);
    }

    private void meet(PluginCandidate found, Map<String, PluginLifecycle> known, Set<String> taken) {
        try {
            Plugin plugin = found.factory().get();
            Manifest manifest = plugin.manifest();
            String id = manifest.id();
            if (!id.matches("[A-Za-z0-9][A-Za-z0-9_.-]{0,63}")) {
                refuse(found, "its id must have 1 to 64 letters, digits, _ . and -");
            } else if (known.containsKey(id) || taken.contains(id)) {
                refuse(found, "its id is used twice: " + id);
            } else {
                known.put(id, new PluginLifecycle(plugin, manifest, () -> settings.folder(id)));
            }
        } catch (AiException refused) {
            refuse(found, refused.error().message());
        } catch (RuntimeException | Error e) {
            String why = "it could not be created or its manifest could not be read: "
                    + e.getClass().getName();
            unusable.add(new PluginStatus(found.className(), "", State.FAILED, why, Map.of()));
            System.getLogger("dev.plumbline.plugins")
                    .log(
                            Level.WARNING,
                            "plugin " + found.className() + ": " + why,
                            ExtensionFailure.withoutMessages(e));
        }
    }

    private void refuse(PluginCandidate found, String why) {
        unusable.add(new PluginStatus(found.className(), "", State.FAILED, why, Map.of()));
        System.getLogger("dev.plumbline.plugins").log(Level.WARNING, "plugin " + found.className() + ": " + why);
    }

    /**
     * Reads the settings, activates the enabled plugins, adds each to the seed, required ones first, and publishes the
     * result. A plugin that cannot be added is left out. Waits while another thread does the same, so that the newest
     * settings are published last; after close nothing is published.
     *
     * @param add adds the contributions of an extension
     * @param <T> the type of the seed and the result
     * @throws AiException CONFIGURATION if the settings are invalid; nothing has changed then
     * @throws IllegalStateException if a plugin calls it while it is activated or contributes
     */
    public <T> void reload(T seed, BiFunction<T, Extension, T> add, Consumer<T> publish) {
        if (lock.isHeldByCurrentThread()) {
            throw new IllegalStateException(
                    "a plugin called reload() while the plugins are activated; call it from another thread, later");
        }
        alone(() -> publish.accept(apply(settings.read(), seed, add)));
    }

    private <T> T apply(PluginSettings now, T seed, BiFunction<T, Extension, T> add) {
        T so = seed;
        for (PluginLifecycle life : lives) {
            begin(life, now.of(life.id()), now.strict());
            if (life.isActive()) {
                so = added(so, life, add);
            }
        }
        return so;
    }

    private void begin(PluginLifecycle life, PluginSettings.Section section, boolean strict) {
        Optional<String> missing = PluginDependencies.missing(life, lives);
        if (!section.enabled()) {
            life.leaveOut(State.DISABLED, "disabled in the settings");
        } else if (section.fault().isPresent()) {
            life.fail(section.fault().get());
        } else if (missing.isPresent()) {
            life.leaveOut(State.SKIPPED_DEPENDENCY, "it requires " + missing.get() + ", which is not active");
        } else {
            life.activate(section.config(), strict);
        }
    }

    private static <T> T added(T so, PluginLifecycle life, BiFunction<T, Extension, T> add) {
        try {
            return add.apply(so, new Part(life));
        } catch (RuntimeException | Error e) {
            life.fail(why(e));
            return so;
        }
    }

    /** Returns the message of a refusal, or of the runtime's exception while it added the plugin. */
    private static String why(Throwable e) {
        return Stream.iterate(e, Objects::nonNull, Throwable::getCause)
                .filter(PluginRejectedException.class::isInstance)
                .findFirst()
                .or(() -> Optional.of(e).filter(RuntimeException.class::isInstance))
                .map(Throwable::getMessage)
                .orElse(e.getClass().getName());
    }

    /**
     * Ends the plugins that new sessions do not get and no session uses. Does nothing while another thread reloads, which
     * does it at the end.
     */
    public void deactivateUnused(Predicate<String> inUse) {
        if (lock.tryLock()) {
            locked(() -> end(life -> !life.isActive() && !inUse.test(life.id())));
        }
    }

    private void end(Predicate<PluginLifecycle> which) {
        for (int i = lives.size() - 1; i >= 0; i--) {
            if (which.test(lives.get(i))) {
                lives.get(i).end();
            }
        }
    }

    /** Returns the status of each plugin in order of activation; those that could not be created are last. */
    public List<PluginStatus> status() {
        return Stream.concat(lives.stream().map(PluginLifecycle::status), unusable.stream())
                .toList();
    }

    /** Ends all plugins in reverse order of activation. Idempotent. */
    @Override
    public void close() {
        closed = true;
        alone(() -> {});
    }

    private void alone(Runnable work) {
        lock.lock();
        locked(work);
    }

    /** Runs the work and gives the lock back. The last work after close ends the active plugins. */
    private void locked(Runnable work) {
        try {
            if (!closed) {
                work.run();
            }
        } finally {
            if (closed && lock.getHoldCount() == 1) {
                end(life -> true);
            }
            lock.unlock();
        }
    }

    /** The contributions of a plugin as an extension with the plugin's id. */
    private record Part(PluginLifecycle life) implements Extension {
        @Override
        public void contribute(Contributions to) {
            life.contribute(to);
        }

        @Override
        public String id() {
            return life.id();
        }
    }
}
