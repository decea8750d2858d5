package dev.plumbline.plugins;

import dev.plumbline.event.AiException;
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
 * The plugins of a runtime and their lives. What goes wrong with one leaves it out, and those that require it; it never
 * reaches who asks. Safe for any number of threads; no plugin is called by two at once, nor under a lock.
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
     * Creates the register of these plugins. Each one is created and asked for its manifest, and not activated.
     *
     * @param settings the file with the enabled plugins and their settings; a missing file counts as an empty one
     * @param taken ids that others have
     * @param clock the wall clock, by which it is said how old the settings file is
     */
    public static PluginRegistry of(
            List<PluginCandidate> found, Optional<Path> settings, Set<String> taken, InstantSource clock) {
        return new PluginRegistry(found, settings, taken, clock);
    }

    private void meet(PluginCandidate found, Map<String, PluginLifecycle> known, Set<String> taken) {
        try {
            Plugin plugin = found.maker().get();
            Manifest manifest = plugin.manifest();
            String id = manifest.id();
            if (!id.matches("[A-Za-z0-9][A-Za-z0-9_.-]{0,63}")) {
                refuse(found, "its id is not 1 to 64 letters, digits, _ . and -");
            } else if (known.containsKey(id) || taken.contains(id)) {
                refuse(found, "another is called " + id);
            } else {
                known.put(id, new PluginLifecycle(plugin, manifest, () -> settings.folder(id)));
            }
        } catch (AiException refused) {
            refuse(found, refused.error().message());
        } catch (RuntimeException | Error e) {
            refuse(
                    found,
                    "it could not be made, or has no manifest: " + e.getClass().getName());
        }
    }

    private void refuse(PluginCandidate found, String why) {
        unusable.add(new PluginStatus(found.className(), "", State.FAILED, why, Map.of()));
        System.getLogger("dev.plumbline.plugins").log(Level.WARNING, "plugin " + found.className() + ": " + why);
    }

    /**
     * Reads the settings and, when they say something new, activates who is on now and adds each to that, what it requires
     * before it. One that cannot be added is left out. A call while another one runs gets nothing.
     *
     * @param add adds what an extension contributes
     * @param <T> what they are added to
     * @return nothing when nothing has changed
     * @throws AiException CONFIGURATION when the settings cannot be used, and it is the first time; later that is logged
     */
    public <T> Optional<T> changed(T seed, BiFunction<T, Extension, T> add) {
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
                            "plugins stay as they are: " + unusable.error().message());
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
            life.leaveOut(State.DISABLED, "the settings say no");
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

    /** The message of a refusal, or of what the runtime threw while it added the plugin. */
    private static String why(Throwable e) {
        return Stream.iterate(e, Objects::nonNull, Throwable::getCause)
                .filter(PluginRejectedException.class::isInstance)
                .findFirst()
                .or(() -> Optional.of(e).filter(RuntimeException.class::isInstance))
                .map(Throwable::getMessage)
                .orElse(e.getClass().getName());
    }

    /** Ends those that sessions opened now do not have, when no session has them any more. */
    public void rest(Predicate<String> inUse) {
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

    /** How it is with each, in the order in which they are activated; those that could not be made last. */
    public List<PluginStatus> status() {
        return Stream.concat(lives.stream().map(PluginLifecycle::status), unusable.stream())
                .toList();
    }

    /** Ends all of them, in the reverse of the order in which they began. Idempotent. */
    @Override
    public void close() {
        closed = true;
        alone(Optional::empty);
    }

    /** Runs the work unless other work is running. When the register is closed, the last one to finish ends what has begun. */
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

    /** Closes what began, because another thread may have closed the register meanwhile. */
    private void closeWhatBegan() {
        if (closed && lives.stream().anyMatch(PluginLifecycle::isBegun)) {
            close();
        }
    }

    /** What a plugin contributes, as an extension of its id. */
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
