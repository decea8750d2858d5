package dev.plumbline.integration.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.LeakDetector;
import java.io.File;
import java.lang.ref.WeakReference;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class ClassLoaderUnloadTest {
    private static final int LIVES = Integer.getInteger("plumbline.lives", 20);
    private static final ClassLoader PLATFORM = ClassLoader.getPlatformClassLoader();

    @TempDir
    private Path folder;

    @Test
    @Tag("F127")
    @Tag("D4")
    @DisplayName("127 a plugin with the whole SDK is loaded, used and unloaded over and over: no class loader is left")
    void everyLoader_goesWithItsPlugin() throws Exception {
        LeakDetector leaks = LeakDetector.watch();
        List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
        try (URLClassLoader libraries = new URLClassLoader(classPath(path -> !isOurs(path)), PLATFORM)) {
            for (int i = 0; i < LIVES; i++) {
                loaders.add(
                        i % 10 == 0 ? life(path -> true, PLATFORM) : life(ClassLoaderUnloadTest::isOurs, libraries));
            }
        }
        letTheJdkForget();
        leaks.close(); // the last HTTP client of JDK 17 holds on for up to three seconds
        Await.until(
                () -> {
                    System.gc();
                    return left(loaders) == 0;
                },
                () -> "class loaders left of " + LIVES + ": " + left(loaders));
    }

    /**
     * The JDK's ObjectMethods hold the types of the record that was made comparable last, from 25 on softly, which a collection does
     * not end. A guest whose answer comes from the cache compares fewer records than the one before, so records of a class loader
     * that nobody minds are compared behind the last.
     */
    private static void letTheJdkForget() throws Exception {
        try (URLClassLoader loader = new URLClassLoader(classPath(ClassLoaderUnloadTest::isOurs), PLATFORM)) {
            Class<?> comparison = loader.loadClass(RecordComparison.class.getName());
            ((Runnable) comparison.getConstructor().newInstance()).run();
        }
    }

    private static long left(List<WeakReference<ClassLoader>> loaders) {
        return loaders.stream().filter(loader -> loader.get() != null).count();
    }

    /** The guest's life in a loader of its own. */
    private WeakReference<ClassLoader> life(Predicate<String> own, ClassLoader parent) throws Exception {
        try (URLClassLoader loader = new URLClassLoader(classPath(own), parent)) {
            Class<?> guest = loader.loadClass(UnloadablePlugin.class.getName());
            assertThat(guest).isNotSameAs(UnloadablePlugin.class);
            ((Runnable) guest.getConstructor(Path.class).newInstance(folder)).run();
            return new WeakReference<>(loader);
        }
    }

    private static boolean isOurs(String path) {
        return path.contains("sdk-") || path.contains("integration-tests");
    }

    private static URL[] classPath(Predicate<String> part) {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(part)
                .map(ClassLoaderUnloadTest::url)
                .toArray(URL[]::new);
    }

    private static URL url(String path) {
        try {
            return Path.of(path).toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalStateException(e);
        }
    }
}
