package dev.plumbline.jsonschema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.json.Json;
import dev.plumbline.schema.JsonSchemaService;
import java.io.File;
import java.lang.ref.WeakReference;
import java.lang.reflect.Type;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/** What is loaded when, and what may go away again. */
class SchemaClassLoadingTest {

    @Test
    void libraries_areLoadedWhenFirstNeeded() throws Exception {
        try (Watching loader = new Watching()) {
            Object service = loader.loadClass(JsonSchemas.class.getName())
                    .getMethod("service")
                    .invoke(null);
            assertThat(loader.loaded("com.networknt.")).isFalse();
            assertThat(loader.loaded("com.github.victools.")).isFalse();
            service(loader).getMethod("schemaOf", Type.class).invoke(service, int.class);
            assertThat(loader.loaded("com.github.victools."))
                    .as("one value needs no library")
                    .isFalse();
            service(loader).getMethod("schemaOf", Type.class).invoke(service, String[].class);
            assertThat(loader.loaded("com.github.victools.")).isTrue();
            assertThat(loader.loaded("com.networknt.")).isFalse();
            check(loader, service, "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"integer\"}}}");
            assertThat(loader.loaded("com.networknt.")).isFalse();
            check(loader, service, "{\"pattern\":\"a\"}");
            assertThat(loader.loaded("com.networknt.")).isTrue();
        }
    }

    private static void check(ClassLoader loader, Object service, String schema) throws ReflectiveOperationException {
        Class<?> json = loader.loadClass(Json.class.getName());
        Object parsed = json.getMethod("parse", String.class).invoke(null, schema);
        service(loader).getMethod("check", json).invoke(service, parsed);
    }

    private static Class<?> service(ClassLoader loader) throws ClassNotFoundException {
        return loader.loadClass(JsonSchemaService.class.getName());
    }

    @Test
    void describedTypes_mayGoAway() throws Exception {
        JsonSchemaService schemas = JsonSchemas.service();
        WeakReference<Class<?>> guest = describe(schemas);
        for (int i = 0; i < 50 && guest.get() != null; i++) {
            System.gc();
        }
        assertThat(guest.get()).isNull();
        assertThat(schemas.schemaOf(PluginType.class).at("/properties/age/type").asText())
                .isEqualTo("integer");
    }

    private static WeakReference<Class<?>> describe(JsonSchemaService schemas) throws Exception {
        try (Watching loader = new Watching(PluginType.class.getName())) {
            Class<?> guest = loader.loadClass(PluginType.class.getName());
            assertThat(guest).isNotSameAs(PluginType.class);
            assertThat(schemas.schemaOf(guest)).isNotSameAs(schemas.schemaOf(PluginType.class));
            return new WeakReference<>(guest);
        }
    }

    /** Loads everything, or only the given classes, itself, and remembers what. */
    private static final class Watching extends URLClassLoader {
        private final Set<String> names = ConcurrentHashMap.newKeySet();
        private final Set<String> only;

        Watching(String... only) {
            super(
                    classPath(),
                    only.length == 0
                            ? ClassLoader.getPlatformClassLoader()
                            : SchemaClassLoadingTest.class.getClassLoader());
            this.only = Set.of(only);
        }

        private static URL[] classPath() {
            return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                    .map(Watching::url)
                    .toArray(URL[]::new);
        }

        private static URL url(String entry) {
            try {
                return Path.of(entry).toUri().toURL();
            } catch (MalformedURLException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            names.add(name);
            synchronized (getClassLoadingLock(name)) {
                return only.contains(name) && findLoadedClass(name) == null
                        ? findClass(name)
                        : super.loadClass(name, resolve);
            }
        }

        boolean loaded(String prefix) {
            return names.stream().anyMatch(name -> name.startsWith(prefix));
        }
    }
}
