package dev.plumbline.integration.mcpattacks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * One section of the page with the verdicts: a heading of the second level, the sums, and a table. A run compares its
 * verdicts with the section; with {@code -Dplumbline.page=write} it writes the section.
 */
final class AttackPage {
    private static final Path PAGE = Path.of("../../docs/mcp-attacks.md");
    private static final String TABLE = "| attack | what came of it | verdict |\n|---|---|---|\n";

    private final String heading;
    private final List<String> rows = Collections.synchronizedList(new ArrayList<>());
    private final Map<Verdict, Integer> counts = Collections.synchronizedMap(new TreeMap<>());

    AttackPage(String heading) {
        this.heading = "## " + heading + "\n\n";
    }

    private static boolean isWriting() {
        return "write".equals(System.getProperty("plumbline.page"));
    }

    /** Takes the verdict of one attack, which must be that of the page. */
    void add(String name, String outcome, Verdict verdict) throws IOException {
        String row = "| " + name + " | " + outcome + " | " + verdict.words + " |";
        rows.add(row);
        counts.merge(verdict, 1, Integer::sum);
        if (!isWriting()) {
            assertThat(section()).as("a row of " + PAGE).contains(row);
        }
    }

    /** Compares the whole section with the attacks that were made, or writes it. */
    void finish() throws IOException {
        String sums = counts.entrySet().stream()
                .map(sum -> sum.getValue() + " " + sum.getKey().words)
                .collect(Collectors.joining(", ", rows.size() + " attacks: ", ".\n\n"));
        String written = sums + TABLE + String.join("\n", rows) + "\n";
        if (isWriting()) {
            String page = Files.readString(PAGE);
            String old = section();
            int from = page.indexOf(heading) + heading.length();
            String rest = page.substring(from + old.length());
            Files.writeString(PAGE, page.substring(0, from) + written + (rest.isEmpty() ? "" : "\n") + rest);
        } else {
            assertThat(section().strip()).isEqualTo(written.strip());
        }
    }

    /** Returns the text below the heading, up to the next one. */
    private String section() throws IOException {
        String page = Files.readString(PAGE);
        int heads = page.indexOf(heading);
        assertThat(heads).as("the section " + heading.strip()).isGreaterThanOrEqualTo(0);
        int from = heads + heading.length();
        int next = page.indexOf("\n## ", from - 1);
        return page.substring(from, next < 0 ? page.length() : next + 1);
    }
}
