package dev.plumbline.integration.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Whether decisions are about the code of today: the types, members and modules that they name exist, and the index has
 * each page.
 */
class DecisionPagesTest {
    private static final Path FOLDER = CompiledProject.folder().resolve("docs/decisions");
    private static final Pattern CODE = Pattern.compile("`([^`\n]+)`");
    private static final Pattern TYPE = Pattern.compile("(?<![\\w./-])([A-Z]\\w*[a-z]\\w*)(?![\\w-])(?:\\.(\\w+))?");
    private static final Pattern MODULE = Pattern.compile("(?<![\\w/-])sdk-[a-z-]*[a-z]");
    private static final Pattern DECLARED = Pattern.compile("\\b(?:class|interface|record|enum)\\s+([A-Z]\\w*)");
    private static final Pattern IMPORTED = Pattern.compile("^import [\\w.]+\\.([A-Z]\\w*)", Pattern.MULTILINE);
    private static final Pattern ENTRY = Pattern.compile("^- \\[\\d{4}]\\((\\S+)\\) (.+)$", Pattern.MULTILINE);
    private static final List<String> SKIPPED = List.of("target", ".git", "node_modules");

    /** Names of other libraries, each with its place. */
    private static final Map<String, String> ELSEWHERE = Map.of(
            "Failsafe", "dev.failsafe", "FailsafeDelayScheduler", "its thread", "sdk-core", "a module of the AWS SDK");

    /** Types of the JDK and of libraries, and modules. */
    private static final Set<String> OTHERS = new HashSet<>(ELSEWHERE.keySet());

    /** Types of the project, each with the sources that declare one of this name. */
    private static final Map<String, List<String>> SOURCES = new HashMap<>();

    @BeforeAll
    static void readNames() throws IOException {
        for (ModuleReference module : ModuleFinder.ofSystem().findAll()) {
            try (ModuleReader reader = module.open();
                    Stream<String> entries = reader.list()) {
                entries.filter(entry -> entry.matches("javax?/.*\\.class"))
                        .map(entry -> entry.substring(entry.lastIndexOf('/') + 1, entry.length() - ".class".length()))
                        .flatMap(name -> Stream.of(name.split("\\$")))
                        .forEach(OTHERS::add);
            }
        }
        try (Stream<Path> files = Files.walk(CompiledProject.folder())) {
            for (Path file : files.filter(DecisionPagesTest::isRead).toList()) {
                read(file);
            }
        }
    }

    private static boolean isRead(Path file) {
        for (Path part : CompiledProject.folder().relativize(file)) {
            if (SKIPPED.contains(part.toString())) {
                return false;
            }
        }
        return file.toString().endsWith(".java") || file.endsWith("pom.xml");
    }

    private static void read(Path file) throws IOException {
        if (file.endsWith("pom.xml")) {
            OTHERS.add(file.getParent().getFileName().toString());
            return;
        }
        String source = Files.readString(file);
        names(IMPORTED, source).forEach(OTHERS::add);
        names(DECLARED, source)
                .distinct()
                .forEach(type ->
                        SOURCES.computeIfAbsent(type, name -> new ArrayList<>()).add(source));
    }

    private static Stream<String> names(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(found -> found.group(1));
    }

    private static List<Path> pages() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.filter(file -> file.getFileName().toString().matches("\\d{4}-.*\\.md"))
                    .sorted()
                    .toList();
        }
    }

    /** Returns the names of types, members and modules in a page that do not exist. */
    private static Set<String> unknown(String page) {
        Set<String> unknown = new TreeSet<>();
        names(CODE, page)
                .flatMap(code -> TYPE.matcher(code).results())
                .filter(name -> !exists(name.group(1), name.group(2)))
                .forEach(name -> unknown.add(name.group()));
        MODULE.matcher(page)
                .results()
                .map(MatchResult::group)
                .filter(module -> !OTHERS.contains(module))
                .forEach(unknown::add);
        return unknown;
    }

    private static boolean exists(String type, @Nullable String member) {
        if (OTHERS.contains(type) && !SOURCES.containsKey(type) || type.equals("System")) { // not Interaction.System
            return true;
        }
        Pattern word = Pattern.compile(member == null ? "" : "\\b" + member + "\\b");
        return SOURCES.getOrDefault(type, List.of()).stream()
                .anyMatch(source -> word.matcher(source).find());
    }

    @Test
    @DisplayName("a type, member or module that a decision names exists")
    void names_exist() throws IOException {
        Map<String, Set<String>> unknown = new TreeMap<>();
        for (Path page : pages()) {
            unknown.put(page.getFileName().toString(), unknown(Files.readString(page)));
        }
        unknown.values().removeIf(Set::isEmpty);
        assertThat(unknown).isEmpty();
    }

    @Test
    @DisplayName("the index has each decision once, with its title")
    void index_hasEachPageOnce() throws IOException {
        List<String> entries = ENTRY.matcher(Files.readString(FOLDER.resolve("README.md")))
                .results()
                .map(entry -> entry.group(1) + " " + entry.group(2))
                .sorted()
                .toList();
        TreeSet<String> titles = new TreeSet<>();
        for (Path page : pages()) {
            String title = Files.readString(page).lines().findFirst().orElseThrow();
            titles.add(page.getFileName() + " " + title.substring("# 0000 ".length()));
        }
        assertThat(entries).containsExactlyElementsOf(titles);
    }

    @Test
    void check_missesNothing() {
        assertThat(unknown(
                        "`Json.parse(x)`, `Json.frobnicate(x)` and `Frobnicator` are in sdk-api, `String` in the JDK, "
                                + "all of it in sdk-frobnicator"))
                .containsExactly("Frobnicator", "Json.frobnicate", "sdk-frobnicator");
    }
}
