package dev.plumbline.integration.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every part of a program that any page shows is in a source that is compiled here, whatever its white space. */
class SnippetsTest {
    private static final Pattern BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

    @Test
    @Tag("SH30")
    @Tag("SH33")
    @Tag("C115")
    @Tag("H46")
    void everySnippet_isCompiled() throws IOException {
        String compiled = compiled();
        List<Path> pages = Stream.concat(
                        Stream.of(Path.of("../../README.md"), Path.of("../../CONTRIBUTING.md")),
                        files(Path.of("../../docs"), ".md"))
                .toList();
        List<String> blocks = pages.stream()
                .filter(page -> !page.endsWith("start.md")) // FirstHourTest builds and runs what that page shows
                .flatMap(SnippetsTest::blocks)
                .filter(block -> !hasImportsOnly(block)) // PageImportsTest compares them with the sources
                .filter(block -> !PagePrograms.prints(block) || PagePrograms.needsAHost(block)) // run as they stand
                .toList();
        assertThat(blocks).hasSizeGreaterThan(60);
        assertThat(blocks).filteredOn(block -> !isPartOf(compiled, block)).isEmpty();
    }

    @Test
    void check_missesNothing() throws IOException {
        assertThat(isPartOf(compiled(), "static void example" + "ThatNobodyCompiles() {}"))
                .isFalse();
        assertThat(BLOCK.matcher("```java\nint i;\n```").find()).isTrue();
    }

    private static boolean hasImportsOnly(String block) {
        return block.lines().allMatch(line -> line.startsWith("import "));
    }

    private static String compiled() throws IOException {
        StringBuilder sources = new StringBuilder();
        for (String folder : List.of(
                "src/test/java",
                "../../examples/tutorial/src",
                "../../examples/toolkits/src",
                "../../examples/josm-plugin/src")) {
            sources.append(
                    files(Path.of(folder), ".java").map(SnippetsTest::text).collect(Collectors.joining()));
        }
        return squeezed(sources.toString());
    }

    /** What stands together on a page stands together in a source; what an empty line parts may be apart there, too. */
    private static boolean isPartOf(String compiled, String block) {
        return Stream.of(block.split("\n\n")).map(SnippetsTest::squeezed).allMatch(compiled::contains);
    }

    private static Stream<Path> files(Path folder, String ending) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(file -> file.toString().endsWith(ending)).sorted().toList().stream();
        }
    }

    private static Stream<String> blocks(Path page) {
        Matcher found = BLOCK.matcher(text(page));
        return found.results().map(block -> block.group(1));
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String squeezed(String text) {
        return text.replaceAll("\\s+", "");
    }
}
