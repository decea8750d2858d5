package dev.plumbline.integration.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Attacks a program that uses the tools of servers, and compares what came of each attack with the page. With {@code
 * -Dplumbline.page=write} the run writes the page.
 */
@Tag("external")
class McpAttacksTest {
    private static final Path PAGE = Path.of("../../docs/mcp-server-attacks.md");
    private static final String TABLE = "| what a server does | verdict |\n|---|---|\n";

    @Test
    @Timeout(400)
    @DisplayName("MC17 the verdict on every attack of a server is that of the page")
    void mc17_verdicts_areThoseOfThePage(@TempDir Path disk) throws Exception {
        McpFixture.requirePython();
        List<String> rows = new ArrayList<>();
        Map<String, Integer> counts = new TreeMap<>();
        for (McpAttack attack :
                Stream.concat(StdioAttacks.all(), HttpAttacks.all()).toList()) {
            String verdict = attempt(attack, disk);
            rows.add("| " + attack.name() + " | " + verdict + " |");
            counts.merge(verdict, 1, Integer::sum);
        }
        String sums = counts.entrySet().stream()
                .map(sum -> sum.getValue() + " " + sum.getKey())
                .collect(Collectors.joining(", ", rows.size() + " attacks: ", ".\n\n"));
        String written = sums + TABLE + String.join("\n", rows) + "\n";
        if ("write".equals(System.getProperty("plumbline.page"))) {
            write(written);
        }
        assertThat(rows).hasSizeGreaterThanOrEqualTo(20);
        assertThat(Files.readString(PAGE)).contains(written);
    }

    private static String attempt(McpAttack attack, Path disk) throws Exception {
        try (McpFixture program = new McpFixture(disk)) {
            return attack.attempt().on(program);
        } catch (RuntimeException | AssertionError broken) {
            throw new AssertionError("the attack ended with an exception: " + attack.name(), broken);
        }
    }

    private static void write(String written) throws IOException {
        String page = Files.readString(PAGE);
        int from = page.indexOf("## Verdicts\n\n") + "## Verdicts\n\n".length();
        Files.writeString(PAGE, page.substring(0, from) + written);
    }
}
