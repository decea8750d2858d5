package dev.plumbline.integration.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What docs/threats.md claims is shown by tests that are there. */
class ThreatsDocTest {
    private static final Pattern NAMED = Pattern.compile("`([a-z-]+):(\\w+)\\.(\\w+)`");
    private static final Pattern CLASS = Pattern.compile("`(\\w+)`");
    private static final Path ROOT = Path.of("../..");

    @Test
    @Tag("SH162")
    void everyTestNamed_isThere() throws IOException {
        List<MatchResult> named = NAMED.matcher(Files.readString(ROOT.resolve("docs/threats.md")))
                .results()
                .toList();
        assertThat(named).hasSizeGreaterThan(20);
        for (MatchResult test : named) {
            assertThat(isThere(test)).as(test.group()).isTrue();
        }
    }

    @Test
    void everyThreat_hasATest() throws IOException {
        assertThat(Files.readString(ROOT.resolve("docs/threats.md")).split("\n##"))
                .filteredOn(section -> section.startsWith("# LLM"))
                .hasSize(10)
                .allMatch(section -> NAMED.matcher(section).find());
    }

    /** What works on what others made is named by its classes, and each has a budget and a test. */
    @Test
    @Tag("S23")
    void everyForeignInput_hasAClassABudgetAndATest() throws IOException {
        List<String> rows = Files.readString(ROOT.resolve("docs/threats.md"))
                .lines()
                .dropWhile(line -> !line.equals("| what | who works on it | budget | shown by |"))
                .skip(2)
                .takeWhile(line -> line.startsWith("|"))
                .toList();
        assertThat(rows)
                .hasSizeGreaterThan(12)
                .allMatch(row -> NAMED.matcher(row).find());
        for (String row : rows) {
            String[] cells = row.split("\\|");
            List<String> classes =
                    CLASS.matcher(cells[2]).results().map(name -> name.group(1)).toList();
            assertThat(classes).as(row).isNotEmpty();
            for (String name : classes) {
                assertThat(isClass(name)).as(name).isTrue();
            }
            assertThat(cells[3].strip()).as(row).isNotEmpty();
        }
    }

    private static boolean isClass(String name) throws IOException {
        for (Path top : List.of(ROOT, ROOT.resolve("addons"))) {
            try (Stream<Path> modules = Files.list(top)) {
                for (Path main : modules.map(module -> module.resolve("src/main/java"))
                        .filter(Files::isDirectory)
                        .toList()) {
                    try (Stream<Path> files = Files.walk(main)) {
                        if (files.anyMatch(file -> file.endsWith(name + ".java"))) {
                            return true;
                        }
                    }
                }
            }
        }
        return false;
    }

    private static boolean isThere(MatchResult test) throws IOException {
        Path module = Stream.of("", "addons", "checks")
                .map(folder -> ROOT.resolve(folder).resolve(test.group(1)))
                .filter(Files::isDirectory)
                .findFirst()
                .orElseThrow();
        try (Stream<Path> files = Files.walk(module.resolve("src/test"))) {
            return files.filter(file -> file.endsWith(test.group(2) + ".java"))
                    .anyMatch(file -> text(file).contains("void " + test.group(3) + "("));
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
