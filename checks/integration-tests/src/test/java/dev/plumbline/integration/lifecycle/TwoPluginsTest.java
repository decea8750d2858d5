package dev.plumbline.integration.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two plugins of one host, each with an SDK of its own, under a host whose Jackson 2 is far too old for either. */
class TwoPluginsTest {

    @TempDir
    private Path folder;

    private URL host;

    /** The host's classes: Jackson 2 as it was before anybody thought of Jackson 3. */
    @BeforeEach
    void oldJackson() throws IOException {
        Path source = Files.createDirectories(folder.resolve("source"));
        Path annotation = source.resolve("JsonProperty.java");
        Files.writeString(annotation, """
                package com.fasterxml.jackson.annotation;
                @java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME)
                public @interface JsonProperty { String value() default ""; }
                """);
        Path mapper = source.resolve("ObjectMapper.java");
        Files.writeString(mapper, """
                package com.fasterxml.jackson.databind;
                public class ObjectMapper { public String toString() { return "an old one"; } }
                """);
        Path classes = Files.createDirectories(folder.resolve("host"));
        int status = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-d", classes.toString(), annotation.toString(), mapper.toString());
        assertThat(status).isZero();
        host = classes.toUri().toURL();
    }

    @Test
    @Tag("D2")
    @DisplayName(
            "127 two SDKs in sibling class loaders, one of them the single jar, under a host with an old Jackson 2")
    void siblings_liveBesideEachOther() throws Exception {
        try (URLClassLoader parent = new URLClassLoader(new URL[] {host}, ClassLoader.getPlatformClassLoader());
                URLClassLoader single = new URLClassLoader(
                        Stream.concat(singleJar(), ours("integration-tests")).toArray(URL[]::new), parent);
                URLClassLoader loader = new OwnFirst(classPath().toArray(URL[]::new), parent)) {
            Runnable first = guest(single, "first");
            Runnable second = guest(loader, "second");
            first.run();
            second.run();
            first.run();
            assertThat(first.getClass()).isNotEqualTo(second.getClass());
            assertThat(single.loadClass("dev.plumbline.runtime.AiRuntime"))
                    .isNotEqualTo(loader.loadClass("dev.plumbline.runtime.AiRuntime"));
            assertThat(single.loadClass("com.fasterxml.jackson.databind.ObjectMapper")
                            .getDeclaredConstructor()
                            .newInstance())
                    .as("what the first plugin sees of the host's Jackson")
                    .hasToString("an old one");
        }
    }

    private Runnable guest(ClassLoader loader, String name) throws ReflectiveOperationException, IOException {
        Class<?> guest = loader.loadClass(UnloadablePlugin.class.getName());
        return (Runnable) guest.getConstructor(Path.class).newInstance(Files.createDirectories(folder.resolve(name)));
    }

    private static Stream<URL> singleJar() throws IOException {
        try (Stream<Path> jars = Files.list(Path.of("../../sdk-runtime/target"))) {
            List<URL> found = jars.filter(jar -> jar.toString().endsWith("-all.jar"))
                    .map(TwoPluginsTest::url)
                    .toList();
            assertThat(found)
                    .as("the single jar, built by: mvnw package -pl sdk-runtime")
                    .hasSize(1);
            return found.stream();
        }
    }

    private static Stream<URL> ours(String part) {
        return paths().filter(path -> path.contains(part)).map(path -> url(Path.of(path)));
    }

    private static Stream<URL> classPath() {
        return paths().map(path -> url(Path.of(path)));
    }

    private static Stream<String> paths() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator));
    }

    private static URL url(Path path) {
        try {
            return path.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Looks at home first, as the frameworks of plugins do. */
    private static final class OwnFirst extends URLClassLoader {
        OwnFirst(URL[] urls, ClassLoader parent) {
            super(urls, parent);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                Class<?> known = findLoadedClass(name);
                return known != null ? known : found(name, resolve);
            }
        }

        private Class<?> found(String name, boolean resolve) throws ClassNotFoundException {
            try {
                return name.startsWith("java.") ? super.loadClass(name, resolve) : findClass(name);
            } catch (ClassNotFoundException notAtHome) {
                return super.loadClass(name, resolve);
            }
        }
    }
}
