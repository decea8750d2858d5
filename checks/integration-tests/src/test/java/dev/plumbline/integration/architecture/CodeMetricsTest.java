package dev.plumbline.integration.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Measures how long things are, and how much of them is open, and prints it into target/code-metrics.txt. No number fails
 * the build: a limit that is obeyed makes types that exist for the number alone (A24).
 */
class CodeMetricsTest {
    @Test
    @Tag("SH1")
    @Tag("C6")
    @Tag("C85")
    @Tag("C116")
    void code_isMeasured() throws IOException {
        String report = new CodeMetrics(Read.SOURCES).report();
        Files.writeString(Path.of("target", "code-metrics.txt"), report);
        assertThat(report).contains("all modules", "sdk-api", "sdk-session");
    }

    @Test
    void numbers_seeAllSources() {
        List<SourceFile> sources = Read.SOURCES;
        assertThat(sources)
                .extracting(file -> file.place().substring(0, file.place().indexOf('/')))
                .contains("sdk-api", "sdk-policies", "sdk-providers", "sdk-schema", "sdk-session", "sdk-testkit");
        assertThat(sources).hasSizeGreaterThan(200);
        assertThat(sources.stream().mapToInt(file -> file.methods().size()).sum())
                .isGreaterThan(1000);
    }

    @Test
    void file_tooLong_isReported() {
        assertThat(beyond("final class Long {\n" + "\n".repeat(399) + "}"))
                .contains("sdk-x/A.java has 401 lines", "only 0 % of the files have 120 lines or fewer");
        assertThat(beyond("final class Long {\n" + "\n".repeat(398) + "}")).noneMatch(place -> place.contains("401"));
    }

    @Test
    void method_tooLong_isReported() {
        assertThat(beyond(method(39)))
                .containsExactly("sdk-x/A.java: Long.run has 41 lines", "the median method has 41 lines");
        assertThat(beyond(method(38))).containsExactly("the median method has 40 lines");
    }

    @Test
    void method_commentAndAnnotation_doNotCount() {
        String lead = "/** Long\n * words.\n */\n@Deprecated\n@SuppressWarnings(\"a\")\n";
        SourceFile file = SourceFile.read(
                "a", "final class A {\n" + lead + "private static <T>\nvoid run() {\n\n}\n" + lead + "A() {\n\n\n}\n}");
        assertThat(file.methods()).extracting(SourceFile.Method::lines).containsExactly(3, 4);
    }

    @Test
    void method_insideALocalType_isSeen() {
        assertThat(SourceFile.read("a", "enum A { ONE { void run(int a) {} }; record B(int a, int b) {} }")
                        .methods())
                .extracting(SourceFile.Method::name)
                .contains("A..run");
    }

    @Test
    void parameters_tooMany_areReported() {
        assertThat(beyond("interface A { void run(int a, int b, int c, int d, int e); }"))
                .containsExactly("sdk-x/A.java: A.run has 5 parameters");
        assertThat(beyond("final class A { private A(int a, int b, int c, int d, int e) {} }"))
                .containsExactly("sdk-x/A.java: A.<init> has 5 parameters");
        assertThat(beyond("interface A { void run(int a, int b, int c, int d); }"))
                .isEmpty();
    }

    @Test
    void parameters_ofARecord_areExempt() {
        assertThat(beyond("record A(int a, int b, int c, int d, int e) { A { a = 1; } }"))
                .isEmpty();
    }

    @Test
    void types_tooOpen_areReported() {
        String open = IntStream.range(0, 7)
                .mapToObj(i -> "public interface A" + i + " {}\n")
                .reduce("", String::concat);
        assertThat(beyond(open + "class B {} class C {} class D {}"))
                .containsExactly("only 30 % of the types outside sdk-api are package-private");
        assertThat(beyond(open + "class B {} class C {} class D {} class E {} class F {}"))
                .isEmpty();
    }

    /** Read once: it takes a while. */
    private static final class Read {
        static final List<SourceFile> SOURCES = sources();
    }

    private static String method(int lines) {
        return "final class Long {\nvoid run() {\n" + "\n".repeat(lines) + "}\n}";
    }

    private static List<String> beyond(String source) {
        return new CodeMetrics(List.of(SourceFile.read("sdk-x/A.java", source))).beyond();
    }

    /** Everything that is written by hand and is no test. */
    private static List<SourceFile> sources() {
        Path root = CompiledProject.folder();
        Map<String, String> sources = new TreeMap<>();
        for (Path module : modules(root)) {
            try (Stream<Path> files = Files.walk(module.resolve("src/main/java"))) {
                files.filter(file -> file.toString().endsWith(".java"))
                        .filter(file -> !file.endsWith("module-info.java") && !file.endsWith("package-info.java"))
                        .forEach(file -> sources.put(root.relativize(file).toString(), text(file)));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return SourceFile.read(sources);
    }

    /** The folders with sources, in the root or one below it. */
    private static List<Path> modules(Path root) {
        try (Stream<Path> folders =
                Files.find(root, 3, (path, type) -> Files.isDirectory(path.resolve("src/main/java")))) {
            return folders.toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
