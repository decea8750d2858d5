package dev.plumbline.integration.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whether each public type is called by a program that runs in the build: an example, a program of a page, a published law. Writes
 * all of them with their programs into {@code target/public-types.txt}.
 */
class PublicTypesTest {
    private static final String KIT = "sdk-testkit";

    /** The most public top-level types of the core without the test kit, of the test kit, and nested ones of the core. */
    private static final int MOST_CORE = 117;

    private static final int MOST_KIT = 38;
    private static final int MOST_NESTED = 256;

    /** Public top-level types, by the module that exports them. */
    private static final Map<String, Set<String>> TYPES = new TreeMap<>();

    /** The programs that call a type. */
    private static Map<String, Set<String>> callers = Map.of();

    private static long nested;

    @TempDir
    private Path folder;

    @BeforeAll
    static void read() throws IOException {
        for (String module : CompiledProject.MODULES) {
            if (module.startsWith("sdk-")) {
                Set<String> exported = CompiledProject.descriptor(module).exports().stream()
                        .filter(each -> !each.isQualified())
                        .map(each -> each.source())
                        .collect(Collectors.toSet());
                List<JavaClass> open = CompiledProject.classes().stream()
                        .filter(type -> exported.contains(type.getPackageName())
                                && CompiledProject.isFrom(module, type)
                                && type.getModifiers().contains(JavaModifier.PUBLIC)
                                && ArchConditions.isOpen(type))
                        .toList();
                TYPES.put(
                        module,
                        open.stream()
                                .filter(JavaClass::isTopLevelClass)
                                .map(JavaClass::getName)
                                .collect(Collectors.toCollection(TreeSet::new)));
                nested += module.equals(KIT)
                        ? 0
                        : open.stream().filter(type -> !type.isTopLevelClass()).count();
            }
        }
        callers = CalledTypes.in(programs());
        Files.writeString(Path.of("target", "public-types.txt"), text());
    }

    /** Returns the sources of all programs, each with its program: an example, the pages together, the laws. */
    private static Map<Path, String> programs() throws IOException {
        Map<Path, String> programs = new TreeMap<>();
        Path root = CompiledProject.folder();
        addSources(
                programs, root.resolve("sdk-testkit/src/main/java/dev/plumbline/testkit/laws"), "laws", file -> true);
        addSources(
                programs,
                Path.of("src/test/java/dev/plumbline/integration/docs").toAbsolutePath(),
                "pages",
                PublicTypesTest::isOfAPage);
        try (Stream<Path> examples = Files.list(root.resolve("examples"))) {
            for (Path example : examples.filter(Files::isDirectory).toList()) {
                addSources(programs, example.resolve("src"), "examples/" + example.getFileName(), file -> true);
            }
        }
        return programs;
    }

    /** Tests of what a page says are no programs of the page; laws of what it builds are. */
    private static boolean isOfAPage(String file) {
        return !file.endsWith("Test.java") || file.endsWith("LawsTest.java");
    }

    private static void addSources(Map<Path, String> programs, Path folder, String program, Predicate<String> chosen)
            throws IOException {
        if (Files.isDirectory(folder)) {
            try (Stream<Path> files = Files.walk(folder)) {
                files.filter(file -> file.toString().endsWith(".java")
                                && !file.endsWith("module-info.java")
                                && chosen.test(file.getFileName().toString()))
                        .forEach(file -> programs.put(file, program));
            }
        }
    }

    private static String text() {
        List<String> lines = new ArrayList<>();
        lines.add("public top-level types: core " + core().size() + ", test kit "
                + TYPES.get(KIT).size() + "; nested public types of the core: " + nested + "; not called: "
                + uncalled().size());
        TYPES.forEach((module, types) -> {
            lines.add(module + ": " + types.size());
            types.forEach(type -> lines.add("  " + type + " " + callers.getOrDefault(type, Set.of())));
        });
        return String.join("\n", lines) + "\n";
    }

    private static List<String> core() {
        return TYPES.entrySet().stream()
                .filter(module -> !module.getKey().equals(KIT))
                .flatMap(module -> module.getValue().stream())
                .toList();
    }

    private static List<String> uncalled() {
        return TYPES.values().stream()
                .flatMap(Set::stream)
                .filter(type -> !callers.containsKey(type))
                .map(type -> type.substring(CompiledProject.ROOT.length() + 1))
                .sorted()
                .toList();
    }

    @Test
    @DisplayName("A26 A27 each public type is called by an example, a program of a page or a law")
    void a26_a27_publicTypes_areCalled() {
        assertThat(uncalled())
                .as("make it package-private, or call it in an example or on a page")
                .isEmpty();
    }

    @Test
    @DisplayName("A26 there are no more public types than when this was counted last")
    void a26_publicTypes_areFew() {
        assertThat(core()).hasSizeLessThanOrEqualTo(MOST_CORE);
        assertThat(TYPES.get(KIT)).hasSizeLessThanOrEqualTo(MOST_KIT);
        assertThat(nested).isLessThanOrEqualTo(MOST_NESTED);
    }

    @Test
    void callers_callAndDoNotOnlyName() throws IOException {
        Path program = Files.writeString(folder.resolve("Program.java"), """
                package program;

                import java.util.List;
                import java.util.concurrent.Callable;
                import java.util.function.Supplier;

                final class Program extends java.util.AbstractList<String> implements java.util.RandomAccess {
                    private final java.util.Map<Number, java.util.Set<String>> named = null;
                    private final Class<?> literal = java.util.BitSet.class;
                    private final Thread.State constant = Thread.State.NEW;
                    private final long inlined = Long.MAX_VALUE;
                    private final Supplier<String> lambda = () -> "text";
                    private final Callable<Object> reference = Object::new;

                    @Deprecated
                    java.util.Locale named(missing.Type missing, java.util.UUID named) {
                        missing.call(List.of());
                        return null;
                    }

                    @Override
                    public String get(int index) { return new StringBuilder().append(helper()).toString(); }

                    private String helper() { return "text"; }

                    @Override
                    public int size() { return 0; }
                }
                """);
        assertThat(CalledTypes.in(Map.of(program, "program")).keySet())
                .containsExactlyInAnyOrder(
                        "java.lang.Deprecated",
                        "java.lang.Long",
                        "java.lang.Object",
                        "java.lang.Override",
                        "java.lang.StringBuilder",
                        "java.lang.Thread",
                        "java.util.AbstractList",
                        "java.util.List",
                        "java.util.RandomAccess",
                        "java.util.concurrent.Callable",
                        "java.util.function.Supplier");
    }
}
