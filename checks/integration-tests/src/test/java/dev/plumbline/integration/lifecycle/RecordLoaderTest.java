package dev.plumbline.integration.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.testkit.Await;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.lang.reflect.Constructor;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A record that was compared does not keep the class loader of its plug-in. */
class RecordLoaderTest {
    static Stream<Arguments> records() {
        return Stream.of(
                values("store.RecordCipher$Link", () -> new Object[] {1L, 2L, "tagged".substring(0, 3)}),
                values("views.MarkdownBlock$Run", () -> new Object[] {"text", true, false, false, ""}),
                values("views.MarkdownBlock$Text", () -> new Object[] {List.of()}),
                values("views.MarkdownBlock$Code", () -> new Object[] {"java", "int i;", false}),
                values("views.MarkdownBlock$Table", () -> new Object[] {List.of(), true}),
                values("views.MarkdownBlock$Rule", () -> new Object[0]),
                values("views.MarkdownBlock$Line", () -> new Object[] {null, 1, "", true, List.of()}),
                values("views.TextRegions$Region", () -> new Object[] {"", "text"}));
    }

    private static Arguments values(String record, Supplier<Object[]> values) {
        return Arguments.of("dev.plumbline." + record, values);
    }

    @ParameterizedTest
    @MethodSource("records")
    @DisplayName("S5 a record that was compared does not keep the class loader of its plug-in")
    void s5_comparedRecord_releasesItsLoader(String record, Supplier<Object[]> values) throws Exception {
        WeakReference<ClassLoader> plugin = compared(record, values);
        Await.until(
                () -> {
                    System.gc();
                    return plugin.refersTo(null);
                },
                () -> "the class loader is still there");
        assertThat(plugin.get()).isNull();
    }

    /** Loads the record as a plug-in does, compares two, and forgets them with their loader. */
    private static WeakReference<ClassLoader> compared(String record, Supplier<Object[]> values) throws Exception {
        ClassLoader own = new OwnClasses(record.substring(0, record.lastIndexOf('.') + 1));
        Class<?> type = own.loadClass(record);
        Constructor<?> constructor = type.getDeclaredConstructors()[0];
        constructor.setAccessible(true);
        Object one = constructor.newInstance(values.get());
        Object other = constructor.newInstance(values.get());
        assertThat(type.getClassLoader()).isSameAs(own);
        assertThat(one.equals(other)).isTrue();
        assertThat(one.hashCode()).isEqualTo(other.hashCode());
        assertThat(one.equals("")).isFalse();
        return new WeakReference<>(own);
    }

    /** Loads the classes of a package itself. */
    private static final class OwnClasses extends ClassLoader {
        private final String prefix;

        OwnClasses(String prefix) {
            super(RecordLoaderTest.class.getClassLoader());
            this.prefix = prefix;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith(prefix) || findLoadedClass(name) != null) {
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
