package dev.plumbline.examples.ghjson;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example as users have it, in a jar, where a name with {@code ..} finds no resource. */
class JarTest {
    @TempDir
    private Path folder;

    @Test
    @DisplayName("M19 the catalog and the schemas are read from the jar of the example")
    void m19_resources_areReadFromTheJar() throws Exception {
        Path jar = folder.resolve("ghjson.jar");
        Path classes = Path.of("target", "classes");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
                Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                out.putNextEntry(
                        new JarEntry(classes.relativize(file).toString().replace('\\', '/')));
                Files.copy(file, out);
            }
        }
        try (URLClassLoader loader = new OwnFirst(jar)) {
            Class<?> catalog = loader.loadClass(ComponentCatalog.class.getName());
            assertThat(catalog.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .getPath())
                    .endsWith("ghjson.jar");
            Object elements = catalog.getMethod("elements", String.class)
                    .invoke(catalog.getMethod("ofExample").invoke(null), "component");
            assertThat((Collection<?>) elements).isNotEmpty();
            Class<?> schemas = loader.loadClass(GhJsonSchemas.class.getName());
            for (String name : List.of("document", "patch", "service")) {
                assertThat(schemas.getMethod(name).invoke(null)).isNotNull();
            }
        }
    }

    /** Loads the classes of the example from the jar, all others as the test does. */
    private static final class OwnFirst extends URLClassLoader {
        OwnFirst(Path jar) throws Exception {
            super(new URL[] {jar.toUri().toURL()}, JarTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            return name.startsWith("dev.plumbline.examples.") ? ownClass(name) : super.loadClass(name, resolve);
        }

        private Class<?> ownClass(String name) throws ClassNotFoundException {
            Class<?> loaded = findLoadedClass(name);
            return loaded == null ? findClass(name) : loaded;
        }

        @Override
        public URL getResource(String name) {
            return findResource(name);
        }
    }
}
