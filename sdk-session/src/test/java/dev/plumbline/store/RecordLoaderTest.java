package dev.plumbline.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.testkit.Await;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.lang.reflect.Constructor;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A record that was compared does not keep the class loader of its plug-in. */
class RecordLoaderTest {
    @Test
    @DisplayName("S5 a record that was compared does not keep the class loader of its plug-in")
    void s5_comparedRecord_releasesItsLoader() throws Exception {
        WeakReference<ClassLoader> plugin = compared();
        Await.until(
                () -> {
                    System.gc();
                    return plugin.refersTo(null);
                },
                () -> "the class loader is still there");
        assertThat(plugin.get()).isNull();
    }

    /** Loads the record as a plug-in does, compares two, and forgets them with their loader. */
    private static WeakReference<ClassLoader> compared() throws Exception {
        ClassLoader own = new OwnClasses();
        Class<?> type = own.loadClass(RecordCipher.Link.class.getName());
        Constructor<?> constructor = type.getDeclaredConstructors()[0];
        constructor.setAccessible(true);
        Object one = constructor.newInstance(1L, 2L, "tag");
        Object other = constructor.newInstance(1L, 2L, "tagged".substring(0, 3));
        assertThat(type.getClassLoader()).isSameAs(own);
        assertThat(one.equals(other)).isTrue();
        assertThat(one.hashCode()).isEqualTo(other.hashCode());
        return new WeakReference<>(own);
    }

    /** Loads the classes of this package itself. */
    private static final class OwnClasses extends ClassLoader {
        OwnClasses() {
            super(RecordLoaderTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("dev.plumbline.store.") || findLoadedClass(name) != null) {
                return super.loadClass(name, resolve);
            }
            try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }
}
