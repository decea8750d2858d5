package dev.plumbline.integration.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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
        Map<String, Map<String, String>> shown = table(readme, "Processor time relative to the baseline");
        assertThat(shown.keySet()).isEqualTo(page.keySet());
        shown.forEach((scenario, cells) -> assertThat(cells)
                .containsKeys("Plumbline", "openai-java", "LangChain4j", "Spring AI")
                .allSatisfy((library, ratio) -> assertThat(page.get(scenario).get(library))
                        .as("%s, %s", scenario, library)
                        .matches(cell -> cell.equals(ratio) || cell.contains(", " + ratio + " "))));
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
        Map<String, Map<String, String>> shown =
                table(Files.readString(README), "Promises kept in [the fault comparison]");
        assertThat(page).hasSizeGreaterThan(60);
        assertThat(counted(page, "Plumbline")).isEqualTo((page.size() - 1) + " of " + (page.size() - 1));
        assertThat(shown.get("in all")).containsKeys("Plumbline", "openai-java", "LangChain4j");
        shown.get("in all").forEach((library, kept) -> assertThat(kept).isEqualTo(counted(page, library)));
        assertThat(shown.get("in all"))
                .allSatisfy((library, kept) ->
                        assertThat(page.get("**kept**").get(library)).isEqualTo("**" + kept + "**"));
        List<Integer> parts = new ArrayList<>();
        shown.forEach(
                (part, kept) -> parts.add(Integer.valueOf(kept.get("Plumbline").replaceAll(".* ", ""))));
        assertThat(parts.stream().mapToInt(Integer::intValue).sum())
                .as("faults of all parts, and in all")
                .isEqualTo(2 * (page.size() - 1));
    }

    private static String counted(Map<String, Map<String, String>> page, String library) {
        long kept = page.values().stream()
                .filter(cells -> cells.getOrDefault(library, "").startsWith("✓"))
                .count();
        return kept + " of " + (page.size() - 1);
    }
}
