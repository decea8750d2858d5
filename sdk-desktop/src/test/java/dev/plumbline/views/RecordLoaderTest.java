package dev.plumbline.views;

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
                Arguments.of(
                        "MarkdownBlock$Run", (Supplier<Object[]>) () -> new Object[] {"text", true, false, false, ""}),
                Arguments.of("MarkdownBlock$Text", (Supplier<Object[]>) () -> new Object[] {List.of()}),
                Arguments.of("MarkdownBlock$Code", (Supplier<Object[]>) () -> new Object[] {"java", "int i;", false}),
                Arguments.of("MarkdownBlock$Table", (Supplier<Object[]>) () -> new Object[] {List.of(), true}),
                Arguments.of("MarkdownBlock$Rule", (Supplier<Object[]>) () -> new Object[0]),
                Arguments.of(
                        "MarkdownBlock$Line", (Supplier<Object[]>) () -> new Object[] {null, 1, "", true, List.of()}),
                Arguments.of("TextRegions$Region", (Supplier<Object[]>) () -> new Object[] {"", "text"}));
    }

    @ParameterizedTest
    @MethodSource("records")
    @DisplayName("S5 a record that was compared does not keep the class loader of its plug-in")
    void s5_comparedRecord_releasesItsLoader(String record, Supplier<Object[]> values) throws Exception {
        WeakReference<ClassLoader> plugin = compared("dev.plumbline.views." + record, values);
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
        ClassLoader own = new OwnClasses();
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

    /** Loads the classes of this package itself. */
    private static final class OwnClasses extends ClassLoader {
        OwnClasses() {
            super(RecordLoaderTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("dev.plumbline.views.") || findLoadedClass(name) != null) {
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
