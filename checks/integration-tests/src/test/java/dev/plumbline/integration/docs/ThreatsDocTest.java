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
        assertThat(Files.readString(ROOT.resolve("docs/threats.md")).lines().filter(line -> line.startsWith("| LLM")))
                .hasSize(10)
                .allMatch(row -> NAMED.matcher(row).find());
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
