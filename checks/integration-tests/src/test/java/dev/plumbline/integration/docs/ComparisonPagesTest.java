package dev.plumbline.integration.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The figures of the README are those of the pages that were measured. */
class ComparisonPagesTest {
    private static final Path README = Path.of("../../README.md");
    private static final Path PAIRS = Path.of("../../docs/comparison/performance.md");
    private static final Path FAULTS = Path.of("../../docs/comparison/faults.md");
    private static final Path BILL = Path.of("../../docs/comparison/bill.md");

    /** The first table of a text that begins with those words: cells by row and column. */
    private static Map<String, Map<String, String>> table(String text, String before) {
        List<List<String>> rows = text.substring(text.indexOf(before) + before.length())
                .lines()
                .dropWhile(line -> !line.startsWith("|"))
                .takeWhile(line -> line.startsWith("|"))
                .filter(line -> !line.contains("---"))
                .map(line -> List.of(line.split(" *\\| *", -1)))
                .map(cells -> cells.subList(1, cells.size() - 1))
                .toList();
        Map<String, Map<String, String>> table = new HashMap<>();
        for (List<String> row : rows.subList(1, rows.size())) {
            Map<String, String> cells = new HashMap<>();
            IntStream.range(1, row.size()).forEach(i -> cells.put(rows.get(0).get(i), row.get(i)));
            table.put(row.get(0), cells);
        }
        return table;
    }

    @Test
    void performance_isThoseOfThePage() throws IOException {
        String readme = Files.readString(README);
        if (!Files.exists(PAIRS)) {
            assertThat(readme).doesNotContain("performance");
            return;
        }
        Map<String, Map<String, String>> page = table(Files.readString(PAIRS), "## Processor time");
        page.get("cold start to the first reply").forEach((library, cell) -> {
            if (List.of("Plumbline", "openai-java", "LangChain4j", "Spring AI").contains(library)) {
                assertThat(readme).contains(library + " " + cell.replaceAll("^.*ms, ([0-9.]+x) .*$", "$1"));
            }
        });
        assertThat(readme).contains(" of " + page.size() + " scenarios");
        assertThat(readme).contains("(docs/comparison/performance.svg)");
    }

    @Test
    @DisplayName(
            "P8 a session costs at most a tenth more than the least, nothing is refused, and who costs less is named")
    void p8_dollars_areAsWanted() throws IOException {
        String bill = Files.readString(BILL);
        for (String service : List.of("## Anthropic", "## OpenAI")) {
            Map<String, Map<String, String>> page = table(bill, service);
            Map<String, String> own = page.get("Plumbline");
            assertThat(Double.parseDouble(own.get("of the least").replace("x", "")))
                    .as(service)
                    .isLessThanOrEqualTo(1.1);
            assertThat(own).containsEntry("refused", "0").containsEntry("requests", "31");
            page.forEach((library, cells) -> {
                if (cells.get("dollars").compareTo(own.get("dollars")) < 0 && !library.contains("the least")) {
                    assertThat(bill).contains("**" + library + " costs less than Plumbline");
                }
            });
        }
    }

    @Test
    void kept_areThoseOfThePage() throws IOException {
        Map<String, Map<String, String>> page = table(Files.readString(FAULTS), "# The faults");
        Map<String, Map<String, String>> shown = table(Files.readString(README), "Played to each library");
        assertThat(page).hasSizeGreaterThan(60);
        assertThat(counted(page, "Plumbline")).isEqualTo((page.size() - 1) + " of " + (page.size() - 1));
        Map<String, String> all = shown.get("all faults of the comparison");
        assertThat(all).containsKeys("Plumbline", "openai-java", "LangChain4j").allSatisfy((library, kept) -> {
            assertThat(kept).endsWith(", " + counted(page, library));
            assertThat(page.get("**kept**").get(library)).isEqualTo("**" + counted(page, library) + "**");
        });
        shown.forEach((part, kept) -> assertThat(kept)
                .allSatisfy((library, cell) ->
                        assertThat(cell).as("%s, %s", part, library).matches("yes, (\\d+) of \\1|no, \\d+ of \\d+")));
    }

    private static String counted(Map<String, Map<String, String>> page, String library) {
        long kept = page.values().stream()
                .filter(cells -> cells.getOrDefault(library, "").startsWith("✓"))
                .count();
        return kept + " of " + (page.size() - 1);
    }
}
