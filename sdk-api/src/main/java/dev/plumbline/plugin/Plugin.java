package dev.plumbline.plugin;

import dev.plumbline.json.Json;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * An extension with a manifest and a life: given to a runtime, or found by it in a class loader that the host names, or in
 * jars that the host approved. Whatever goes wrong with it leaves it out, with all that needs it, and the runtime starts
 * without them: {@code describe()} says why. See {@code docs/plugins.md}.
 *
 * <p>Its methods are called by one thread at a time, under no lock.
 */
public interface Plugin extends Extension {

    /** The manifest: id, version and requirements; read once, before anything else. */
    Manifest manifest();

    /**
     * Begins its life, those it requires being active. What takes long belongs into a {@link Service}.
     *
     * @throws Exception leaves it out
     */
    default void activate(Context context) throws Exception {}

    /**
     * Adds what it brings, when it is active, and again when its configuration has changed: for the sessions that are opened
     * from then on. What it throws leaves it out.
     */
    @Override
    void contribute(Contributions to);

    /**
     * Ends its life: when the runtime closes, after every session, and those that require it before it; also when it was
     * activated in part. What it throws is logged, and the others are ended all the same.
     */
    default void deactivate() throws Exception {}

    @Override
    default String id() {
        return manifest().id();
    }

    /**
     * Who a plugin is.
     *
     * @param id unique among the plugins and extensions of a runtime: 1 to 64 letters, digits, {@code _ .} and {@code -},
     *     e.g. a reversed domain name
     * @param version for display, e.g. {@code 1.4.0}
     * @param requires the ids of plugins that are active before it
     * @param contributes what it will contribute; anything else is reported, and refused where the settings are strict
     */
    record Manifest(String id, String version, List<String> requires, Set<ContributionKind> contributes) {
        public Manifest {
            requires = List.copyOf(requires);
            contributes = Set.copyOf(contributes);
        }

        /** The manifest of a plugin that requires nobody and contributes nothing. */
        public static Manifest of(String id, String version) {
            return new Manifest(id, version, List.of(), Set.of());
        }

        /** A copy that requires these, too. */
        public Manifest withRequires(String... ids) {
            List<String> all = new ArrayList<>(requires);
            all.addAll(List.of(ids));
            return new Manifest(id, version, all, contributes);
        }

        /** A copy that will contribute these, too. */
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
        /** Views, which see what is said. */
        VIEWS,
        /** Telemetry, which does not. */
        TELEMETRY,
        /** Services that run beside. */
        SERVICES
    }

    /** The services that a plugin has from activation to its end. Thread-safe. */
    interface Context {

        /**
         * What the host's settings say to it, as they were when the newest session was opened; {@code {}} when they say
         * nothing.
         */
        Json config();

        /**
         * A folder of its own, which is there.
         *
         * @throws IllegalStateException where the host has named no settings, so that there is no place for it
         * @throws java.io.UncheckedIOException when it cannot be made
         */
        Path dataFolder();

        /**
         * Hands over what runs beside: it is started when the plugin is active, in the order given, and closed before the
         * plugin is deactivated, the last one first.
         *
         * @throws IllegalStateException after {@code activate} is over
         */
        void manage(Service service);
    }

    /** Something that runs beside, such as a server. It owns its threads. */
    interface Service extends Closeable {

        /**
         * Begins, and returns at once.
         *
         * @throws Exception leaves its plugin out
         */
        void start() throws Exception;

        /** Whether it is well, at this moment; for {@code describe()}, from any thread, at once. */
        boolean isHealthy();

        /** Ends it; also when it was started in part. */
        @Override
        void close() throws IOException;

        /** Its name for display: the simple name of its class unless overridden. */
        default String name() {
            return getClass().getSimpleName();
        }
    }
}
