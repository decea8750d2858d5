package dev.plumbline.plugin;

import dev.plumbline.json.Json;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * An extension with a manifest and a life cycle. It is passed to a runtime, or the runtime finds it in a class loader
 * that the host names, or in jars that the host approved. A plug-in that fails is left out, with all plug-ins that need
 * it, and the runtime starts without them: {@code describe()} names the reason. See {@code docs/plugins.md}.
 *
 * <p>Its methods are called by one thread at a time, without a lock.
 */
public interface Plugin extends Extension {

    /** Returns the manifest: id, version and requirements; read once, before anything else. */
    Manifest manifest();

    /**
     * Starts the plug-in; the plug-ins that it requires are active. Put slow work into a {@link Service}.
     *
     * @throws Exception the plug-in is left out
     */
    default void activate(Context context) throws Exception {}

    /**
     * Adds its contributions when it is active, and again when its configuration has changed: for the sessions that are
     * opened from then on. If it throws, the plug-in is left out.
     */
    @Override
    void contribute(Contributions to);

    /**
     * Stops the plug-in when the runtime closes, after every session and after the plug-ins that require it; also if it
     * was activated in part. An exception is logged, and the other plug-ins are still stopped.
     */
    default void deactivate() throws Exception {}

    @Override
    default String id() {
        return manifest().id();
    }

    /**
     * The description of a plug-in: its id, version, requirements and contributions.
     *
     * @param id unique among the plugins and extensions of a runtime: 1 to 64 letters, digits, {@code _ .} and {@code -},
     *     e.g. a reversed domain name
     * @param version for display, e.g. {@code 1.4.0}
     * @param requires the ids of plugins that are active before it
     * @param contributes the kinds that it will contribute; others are reported, and refused if the settings are strict
     */
    record Manifest(String id, String version, List<String> requires, Set<ContributionKind> contributes) {
        public Manifest {
            requires = List.copyOf(requires);
            contributes = Set.copyOf(contributes);
        }

        /** Returns the manifest of a plug-in without requirements and contributions. */
        public static Manifest of(String id, String version) {
            return new Manifest(id, version, List.of(), Set.of());
        }

        /** Returns a copy that requires these plug-ins, too. */
        public Manifest withRequires(String... ids) {
            List<String> all = new ArrayList<>(requires);
            all.addAll(List.of(ids));
            return new Manifest(id, version, all, contributes);
        }

        /** Returns a copy that declares these contributions, too. */
        public Manifest withContributes(ContributionKind... kinds) {
            Set<ContributionKind> all = new TreeSet<>(contributes);
            all.addAll(List.of(kinds));
            return new Manifest(id, version, requires, all);
        }
    }

    /** A kind of contribution. */
    enum ContributionKind {
        /** Tools; also those of a skill. */
        TOOLS,
        /** Facts for the model. */
        CONTEXT,
        /** Policies around provider calls. */
        POLICIES,
        /** Policies around tool calls. */
        TOOL_POLICIES,
        /** Hooks in the loop. */
        HOOKS,
        /** Views, which see text. */
        VIEWS,
        /** Telemetry, which sees no text. */
        TELEMETRY,
        /** Services that run in the background. */
        SERVICES
    }

    /** The services that a plug-in can use from its activation to its end. Thread-safe. */
    interface Context {

        /**
         * Returns the configuration of the plug-in from the host's settings, as of the newest session's opening; {@code
         * {}} if there is none.
         */
        Json config();

        /**
         * Returns an existing folder for the plug-in's data.
         *
         * @throws IllegalStateException if the host has named no settings, which define its place
         * @throws java.io.UncheckedIOException if it cannot be created
         */
        Path dataFolder();

        /**
         * Adds a background service: it is started when the plug-in is active, in the order added, and closed before
         * the plug-in is deactivated, the last one first.
         *
         * @throws IllegalStateException after {@code activate} has returned
         */
        void addService(Service service);
    }

    /** A background service of a plug-in, such as a server. It owns its threads. */
    interface Service extends Closeable {

        /**
         * Starts it, and returns at once.
         *
         * @throws Exception its plug-in is left out
         */
        void start() throws Exception;

        /**
         * Returns whether it works at this moment, for {@code describe()}; called by any thread, must return at once.
         */
        boolean isHealthy();

        /** Stops it; also if it was started in part. */
        @Override
        void close() throws IOException;

        /** Returns its name for display: the simple name of its class by default. */
        default String name() {
            return getClass().getSimpleName();
        }
    }

    /**
     * A snapshot of the status of a plugin. Immutable. Created by the SDK; a later version may add components.
     *
     * @param id the plugin's id; its class name if the id could not be read
     * @param version the plugin's version; empty if it could not be read
     * @param state the state, which says whether new sessions get the plugin
     * @param reason why it is not active, or another problem; empty if there is none
     * @param services the health of its services, by name
     */
    record PluginStatus(String id, String version, State state, String reason, Map<String, Boolean> services) {
        public PluginStatus {
            services = Map.copyOf(services);
        }

        /** Returns a line of text for the plugin, and one for each service. */
        public String describe() {
            String line = "     plugin    " + id + (version.isEmpty() ? "" : " " + version) + " "
                    + state.name().toLowerCase(Locale.ROOT).replace('_', ' ') + (reason.isEmpty() ? "" : ": " + reason);
            return line
                    + new TreeMap<>(services)
                            .entrySet().stream()
                                    .map(service -> System.lineSeparator() + "     service   " + service.getKey() + " @"
                                            + id + (service.getValue() ? " healthy" : " not healthy"))
                                    .collect(Collectors.joining());
        }

        /** The state of a plugin. */
        public enum State {
            /** Found, and not yet activated. */
            DISCOVERED,
            /** Active: new sessions get the plugin. */
            ACTIVE,
            /** Failed and left out. */
            FAILED,
            /** Disabled in the settings. */
            DISABLED,
            /** Left out because a required plugin is not active. */
            SKIPPED_DEPENDENCY
        }
    }
}
