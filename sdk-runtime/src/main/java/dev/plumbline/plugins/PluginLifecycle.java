package dev.plumbline.plugins;

import dev.plumbline.event.TelemetryObserver.ExtensionFailure;
import dev.plumbline.json.Json;
import dev.plumbline.plugin.Contributions;
import dev.plumbline.plugin.Plugin;
import dev.plumbline.plugin.Plugin.ContributionKind;
import dev.plumbline.plugin.Plugin.Manifest;
import dev.plumbline.plugin.Plugin.PluginStatus;
import dev.plumbline.plugin.Plugin.PluginStatus.State;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Supplier;

/** The lifecycle of one plugin. The plugin is called by one thread at a time; the status can be read by any. */
final class PluginLifecycle {
    private final Plugin plugin;
    private final Manifest manifest;
    private final Supplier<Path> folder;
    private volatile State state = State.DISCOVERED;
    private volatile String reason = "";
    private volatile Json config = Json.object();
    private volatile ServiceRunner running = new ServiceRunner();
    private volatile boolean begun;
    private volatile boolean strict;

    /** Creates the lifecycle; {@code folder} creates the plugin's data folder. */
    PluginLifecycle(Plugin plugin, Manifest manifest, Supplier<Path> folder) {
        this.plugin = plugin;
        this.manifest = manifest;
        this.folder = folder;
    }

    Manifest manifest() {
        return manifest;
    }

    String id() {
        return manifest.id();
    }

    boolean isActive() {
        return state == State.ACTIVE;
    }

    /** Returns whether the plugin was activated and not ended since. */
    boolean isBegun() {
        return begun;
    }

    PluginStatus status() {
        Map<String, Boolean> services = begun ? running.health() : Map.of();
        return new PluginStatus(id(), manifest.version(), state, reason, services);
    }

    /** Activates the plugin unless it is active; ends it if that fails. */
    void activate(Json settings, boolean isStrict) {
        config = settings;
        strict = isStrict;
        reason = "";
        state = State.ACTIVE;
        if (!begun) {
            begin();
        }
    }

    private void begin() {
        running = new ServiceRunner();
        begun = true;
        try {
            plugin.activate(new Given(running));
            running.start();
        } catch (PluginRejectedException refused) {
            fail(String.valueOf(refused.getMessage()));
            end();
        } catch (Exception | Error e) {
            leaveOut(
                    State.FAILED,
                    "activate() or the start of a service threw " + e.getClass().getName());
            log(reason, e);
            end();
        }
    }

    void contribute(Contributions to) {
        try {
            plugin.contribute(new CheckedContributions(to, this::check));
        } catch (PluginRejectedException refused) {
            throw refused;
        } catch (RuntimeException | Error e) {
            throw new PluginRejectedException(
                    "contribute() threw " + e.getClass().getName(), e);
        }
    }

    private void check(ContributionKind kind) {
        if (!manifest.contributes().contains(kind)) {
            String problem = "it contributes " + kind + ", which its manifest does not list";
            if (strict) {
                throw new PluginRejectedException(problem);
            }
            warn(problem);
        }
    }

    private void warn(String what) {
        if (!reason.equals(what)) {
            reason = what;
            log(what);
        }
    }

    void fail(String why) {
        leaveOut(State.FAILED, why);
        log(why);
    }

    /** Excludes the plugin from sessions that are opened from now on. */
    void leaveOut(State how, String why) {
        state = how;
        reason = why;
    }

    /** Ends the services and then the plugin, if it was activated. */
    void end() {
        if (begun) {
            running.end(e -> log("close() of a service threw " + e.getClass().getName(), e));
            try {
                plugin.deactivate();
            } catch (Exception | Error e) {
                log("deactivate() threw " + e.getClass().getName(), e);
            }
            begun = false;
        }
    }

    private void log(String what) {
        System.getLogger("dev.plumbline.plugins").log(Level.WARNING, "plugin " + id() + ": " + what);
    }

    /** Logs the frames of an exception, too, and never its message. */
    private void log(String what, Throwable thrown) {
        System.getLogger("dev.plumbline.plugins")
                .log(Level.WARNING, "plugin " + id() + ": " + what, ExtensionFailure.withoutMessages(thrown));
    }

    /** The context that the plugin gets. */
    private final class Given implements Plugin.Context {
        private final ServiceRunner services;

        Given(ServiceRunner services) {
            this.services = services;
        }

        @Override
        public Json config() {
            return config;
        }

        @Override
        public Path dataFolder() {
            return folder.get();
        }

        @Override
        public void addService(Plugin.Service service) {
            check(ContributionKind.SERVICES);
            services.take(service);
        }
    }
}
