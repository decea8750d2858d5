package dev.plumbline.plugins;

import dev.plumbline.event.AiException;
import dev.plumbline.event.ExtensionFailure;
import dev.plumbline.plugin.Contributions;
import dev.plumbline.plugin.Extension;
import dev.plumbline.plugin.Plugin;
import dev.plumbline.plugin.Plugin.Manifest;
import dev.plumbline.plugins.PluginStatus.State;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Creates, activates and ends the plugins of a runtime. A plugin that fails is left out, and so are those that require
 * it; its exceptions never reach the caller. Thread-safe; a plugin is called by one thread at a time, and not under a
 * lock.
 */
public final class PluginRegistry implements AutoCloseable {
    private final List<PluginLifecycle> lives;
    private final List<PluginStatus> unusable = new ArrayList<>();
    private final SettingsFolder settings;
    private final AtomicBoolean busy = new AtomicBoolean();
    private volatile boolean first = true;
    private volatile boolean closed;

    private PluginRegistry(List<PluginCandidate> found, Optional<Path> file, Set<String> taken, InstantSource clock) {
        Map<String, PluginLifecycle> known = new LinkedHashMap<>();
        found.forEach(each -> meet(each, known, taken));
        lives = PluginDependencies.order(List.copyOf(known.values()));
        settings =
                new SettingsFolder(file, lives.stream().map(PluginLifecycle::id).toList(), clock);
    }

    /**
     * Creates the registry of these plugins. Each one is created and its manifest is read; none is activated.
     *
     * @param settings the file with the enabled plugins and their settings; a missing file counts as an empty one
     * @param taken ids that are already used
     * @param clock the wall clock, for the age of the settings file
     */
    public static PluginRegistry of(
            List<PluginCandidate> found, Optional<Path> settings, Set<String> taken, InstantSource clock) {
        return new PluginRegistry(found, settings, taken, clock);
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
     * Reads the settings and, if they have changed, activates the enabled plugins and adds each to the seed, required
     * ones first. A plugin that cannot be added is left out. A call while another one runs returns empty.
     *
     * @param add adds the contributions of an extension
     * @param <T> the type of the seed and the result
     * @return the seed with the plugins; empty if the settings have not changed
     * @throws AiException CONFIGURATION if the settings are invalid at the first call; later that is logged
     */
    public <T> Optional<T> reload(T seed, BiFunction<T, Extension, T> add) {
        return alone(() -> read().map(now -> apply(now, seed, add)));
    }

    private Optional<PluginSettings> read() {
        try {
            return settings.changed();
        } catch (AiException unusable) {
            if (first) {
                throw unusable;
            }
            System.getLogger("dev.plumbline.plugins")
                    .log(
                            Level.WARNING,
                            "plugin settings ignored, plugins unchanged: "
                                    + unusable.error().message());
            return Optional.empty();
        }
    }

    private <T> T apply(PluginSettings now, T seed, BiFunction<T, Extension, T> add) {
        first = false;
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

    /** Ends the plugins that new sessions do not get and no session uses. */
    public void deactivateUnused(Predicate<String> inUse) {
        alone(() -> {
            end(life -> !life.isActive() && !inUse.test(life.id()));
            return Optional.empty();
        });
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
        alone(Optional::empty);
    }

    /** Runs the work unless other work is running. After close, the last work to finish ends the active plugins. */
    private <T> Optional<T> alone(Supplier<Optional<T>> work) {
        if (!busy.compareAndSet(false, true)) {
            return Optional.empty();
        }
        try {
            return closed ? Optional.empty() : work.get();
        } finally {
            if (closed) {
                end(life -> true);
            }
            busy.set(false);
            closeWhatBegan();
        }
    }

    /** Ends active plugins if another thread has closed the registry meanwhile. */
    private void closeWhatBegan() {
        if (closed && lives.stream().anyMatch(PluginLifecycle::isBegun)) {
            close();
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
