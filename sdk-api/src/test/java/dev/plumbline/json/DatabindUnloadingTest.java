package dev.plumbline.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Binding keeps no class of a plugin alive. */
class DatabindUnloadingTest {

    public record Plan(String name, List<Part> parts) {}

    public record Part(double length) {}

    /** Defines the records anew, as the loader of a plugin would. */
    private static final class PluginLoader extends ClassLoader {

        PluginLoader() {
            super(DatabindUnloadingTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith(DatabindUnloadingTest.class.getName() + "$P") || name.endsWith("Loader")) {
                return super.loadClass(name, resolve);
            }
            Class<?> loaded = findLoadedClass(name);
            return loaded != null ? loaded : define(name);
        }

        private Class<?> define(String name) throws ClassNotFoundException {
            try (InputStream file = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] bytes = file.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    @Test
    void class_loader_of_a_plugin_goes_when_the_plugin_goes() throws Exception {
        WeakReference<ClassLoader> loader = bindInPlugin();
        for (int i = 0; i < 50 && loader.get() != null; i++) {
            System.gc();
        }
        assertThat(loader.get()).isNull();
    }

    private static WeakReference<ClassLoader> bindInPlugin() throws Exception {
        ClassLoader loader = new PluginLoader();
        Class<?> plan = loader.loadClass(Plan.class.getName());
        assertThat(plan).isNotEqualTo(Plan.class);
        Json json = Json.parse("{\"name\":\"a\",\"parts\":[{\"length\":1.5}]}");
        assertThat(Json.of(json.as(plan))).isEqualTo(json);
        assertThat(Json.of(Map.of("plans", List.of(json.as(plan)))).at("/plans/0"))
                .isEqualTo(json);
        assertThat(Json.of(List.of(json)).as(TypeRef.listOf(plan)).get(0)).isInstanceOf(plan);
        return new WeakReference<>(loader);
    }
}
