package dev.plumbline.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The observers with the oldest supported release of Micrometer, in a class loader of its own. */
class OldestMicrometerTest {
    private static final Path JARS = Path.of("target/oldest-micrometer");

    private static URL[] classPath() throws IOException {
        List<URL> all = new ArrayList<>();
        try (Stream<Path> jars = Files.list(JARS)) {
            for (Path jar : jars.toList()) {
                all.add(jar.toUri().toURL());
            }
        }
        assertThat(all).hasSize(3);
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            if (Files.isDirectory(Path.of(entry))) {
                all.add(Path.of(entry).toUri().toURL());
            }
        }
        return all.toArray(URL[]::new);
    }

    /** Loads Micrometer and the classes of this module itself, and everything else as usual. */
    private static final class OwnMicrometer extends URLClassLoader {
        OwnMicrometer(URL[] classPath) {
            super(classPath, OldestMicrometerTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                boolean own = name.startsWith("io.micrometer.") || name.startsWith("dev.plumbline.metrics.");
                Class<?> loaded = own ? findLoadedClass(name) : super.loadClass(name, resolve);
                return loaded == null ? findClass(name) : loaded;
            }
        }
    }

    @Test
    @DisplayName("N13 the meters and spans work with Micrometer 1.13")
    @SuppressWarnings("unchecked")
    void n13_oldestMicrometer_hasTheMeters() throws Exception {
        try (OwnMicrometer loader = new OwnMicrometer(classPath())) {
            Class<?> program = loader.loadClass(OldestMicrometerProgram.class.getName());
            Constructor<?> constructor = program.getDeclaredConstructor();
            constructor.setAccessible(true); // it belongs to another class loader, so to another package
            Object made = constructor.newInstance();
            assertThat(((Supplier<List<String>>) made).get())
                    .contains("1.13.0", "plumbline.retries", "gen_ai.client.operation.duration", "plumbline.turn");
        }
    }
}
