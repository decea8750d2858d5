package dev.plumbline.integration.environments;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.integration.lifecycle.UnloadablePlugin;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.launch.FrameworkFactory;

/** The single jar as a bundle, and a plugin as another that imports its packages. */
class OsgiBundlesTest {

    @TempDir
    private Path folder;

    @Test
    void plugin_livesInABundleOfItsOwn() throws Exception {
        Framework framework = ServiceLoader.load(
                        FrameworkFactory.class, getClass().getClassLoader())
                .findFirst()
                .orElseThrow()
                .newFramework(Map.of(
                        "org.osgi.framework.storage", folder.resolve("cache").toString()));
        framework.start();
        try {
            Path sdk = singleJar();
            framework.getBundleContext().installBundle(sdk.toUri().toString()).start();
            Bundle plugin = framework
                    .getBundleContext()
                    .installBundle(plugin(sdk).toUri().toString());
            plugin.start();
            Class<?> guest = plugin.loadClass(UnloadablePlugin.class.getName());
            assertThat(guest).isNotSameAs(UnloadablePlugin.class);
            Path data = Files.createDirectories(folder.resolve("data"));
            ((Runnable) guest.getConstructor(Path.class).newInstance(data)).run();
            assertThat(data.resolve("journal")).isDirectory();
        } finally {
            framework.stop();
            framework.waitForStop(10_000);
        }
    }

    private static Path singleJar() throws IOException {
        try (Stream<Path> jars = Files.list(Path.of("../../sdk-runtime/target"))) {
            List<Path> found =
                    jars.filter(jar -> jar.toString().endsWith("-all.jar")).toList();
            assertThat(found)
                    .as("the single jar, built by: mvnw package -pl sdk-runtime")
                    .hasSize(1);
            return found.get(0).toAbsolutePath();
        }
    }

    /** A bundle of the guest's classes that imports every package the SDK exports. */
    private Path plugin(Path sdk) throws IOException {
        Manifest manifest = new Manifest();
        Attributes main = manifest.getMainAttributes();
        main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        main.putValue("Bundle-ManifestVersion", "2");
        main.putValue("Bundle-SymbolicName", "plugin");
        try (JarFile jar = new JarFile(sdk.toFile())) {
            main.putValue(
                    "Import-Package", jar.getManifest().getMainAttributes().getValue("Export-Package"));
        }
        Path file = folder.resolve("plugin.jar");
        try (OutputStream out = Files.newOutputStream(file);
                JarOutputStream jar = new JarOutputStream(out, manifest)) {
            for (String name : List.of(
                    "UnloadablePlugin", "UnloadablePlugin$Wall", "UnloadablePlugin$Model", "UnloadablePlugin$Pen")) {
                add(jar, "dev/plumbline/integration/lifecycle/" + name + ".class");
            }
        }
        return file;
    }

    private static void add(JarOutputStream jar, String name) throws IOException {
        jar.putNextEntry(new ZipEntry(name));
        try (InputStream in = OsgiBundlesTest.class.getResourceAsStream("/" + name)) {
            in.transferTo(jar);
        }
        jar.closeEntry();
    }
}
