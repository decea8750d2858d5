package dev.plumbline.runtime;

import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.plugin.Plugin;
import dev.plumbline.plugins.FoundPlugin;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/**
 * Code of plugins in jars: a class loader over copies that were checked, and the services in them. What the jars do
 * not hold is looked up in the class loader they were brought for, and nowhere else. Closing it deletes the copies;
 * their classes go when nobody uses them any more. Thread-safe.
 */
final class BroughtCode implements AutoCloseable {
    private final Path folder;
    private final URLClassLoader loader;

    private BroughtCode(Path folder, URLClassLoader loader) {
        this.folder = folder;
        this.loader = loader;
    }

    /**
     * The code of these jars, none of which has run yet.
     *
     * @throws AiException POLICY_DENIED for a jar that is not approved, or whose manifest names further ones, which nobody has
     *     checked; CONFIGURATION for one that cannot be read
     */
    static BroughtCode open(Jars jars, ApprovedJars approved) {
        Path folder = newFolder();
        try {
            List<URL> copies = new ArrayList<>();
            for (Path jar : jars.files()) {
                Path copy = approved.admit(jar, folder);
                requireAlone(jar, copy);
                copies.add(copy.toUri().toURL());
            }
            return new BroughtCode(folder, new URLClassLoader(copies.toArray(new URL[0]), jars.parent()));
        } catch (MalformedURLException impossible) {
            throw new IllegalStateException("every file has an address", impossible);
        } catch (RuntimeException | Error refused) {
            delete(folder);
            throw refused;
        }
    }

    /** One that only its owner can write to, on file systems that know owners. */
    private static Path newFolder() {
        try {
            return Files.createTempDirectory("plumbline-jars-");
        } catch (IOException e) {
            throw unreadable("no folder for checked copies of jars can be made", e);
        }
    }

    /** A class loader would follow the manifest to jars that nobody has looked at. */
    private static void requireAlone(Path jar, Path copy) {
        try (JarFile file = new JarFile(copy.toFile())) {
            boolean more = Optional.ofNullable(file.getManifest())
                    .map(Manifest::getMainAttributes)
                    .map(attributes -> attributes.getValue(Attributes.Name.CLASS_PATH))
                    .isPresent();
            if (more) {
                throw new AiException(AiError.of(
                        AiError.Category.POLICY_DENIED,
                        "jar-class-path",
                        jar.getFileName()
                                + " names further jars in the Class-Path of its manifest: leave that out and bring"
                                + " them along with it"));
            }
        } catch (IOException e) {
            throw unreadable(jar.getFileName() + " is no jar", e);
        }
    }

    private static AiException unreadable(String what, IOException cause) {
        return new AiException(AiError.of(AiError.Category.CONFIGURATION, "jar-unreadable", what)
                .withCause(cause));
    }

    /**
     * The services of a kind that the jars themselves hold, each made by its public constructor without parameters.
     *
     * @throws AiException CONFIGURATION when there are none, or one cannot be made
     */
    <S> List<S> all(Class<S> kind) {
        try {
            List<S> made = ServiceLoader.load(kind, loader).stream()
                    .filter(found -> found.type().getClassLoader() == loader)
                    .map(ServiceLoader.Provider::get)
                    .toList();
            if (made.isEmpty()) {
                throw fault("no jar that was brought names one in META-INF/services/" + kind.getName());
            }
            return made;
        } catch (ServiceConfigurationError | LinkageError broken) {
            throw new AiException(fault("a jar that was brought names a " + kind.getName() + " that cannot be made")
                    .error()
                    .withCause(broken));
        }
    }

    /** The plugins that the jars themselves hold, none of them made yet; as {@link #all}. */
    List<FoundPlugin> plugins() {
        List<FoundPlugin> found = FoundPlugin.broughtBy(loader);
        if (found.isEmpty()) {
            throw fault("no jar that was brought names one in META-INF/services/" + Plugin.class.getName());
        }
        return found;
    }

    private static AiException fault(String what) {
        return new AiException(AiError.of(AiError.Category.CONFIGURATION, "service", what));
    }

    @Override
    public void close() {
        try {
            loader.close();
        } catch (IOException kept) {
            // a file that stays open is left to the end of the program; the copies are tried all the same
        }
        delete(folder);
    }

    private static void delete(Path folder) {
        try (var files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
            Files.deleteIfExists(folder);
        } catch (IOException kept) {
            // what cannot be deleted now is the temporary folder's to lose
        }
    }

    /**
     * Jars that are brought together.
     *
     * @param parent where classes are looked up that the jars do not hold, the SDK's above all
     */
    record Jars(ClassLoader parent, List<Path> files) {}
}
