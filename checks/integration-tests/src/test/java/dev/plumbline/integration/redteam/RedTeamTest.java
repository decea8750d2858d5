package dev.plumbline.integration.redteam;

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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Attacks a complete runtime with a model that obeys whatever it reads, and compares what came of each attack with the
 * page. With {@code -Dplumbline.page=write} the run writes the page.
 */
@EnabledOnOs(OS.LINUX) // some attacks prepare links and pipes
class RedTeamTest {
    private static final Path PAGE = Path.of("../../docs/red-team.md");
    private static final String TABLE = "| attack | LLM | agents | verdict |\n|---|---|---|---|\n";

    private static List<Attack> attacks() {
        return Stream.of(AccessAttacks.all(), ApprovalAttacks.all(), ContentAttacks.all())
                .flatMap(all -> all)
                .toList();
    }

    private static Verdict attempt(Attack attack, Path disk) throws Exception {
        try (AttackedProgram program = new AttackedProgram(disk)) {
            return attack.attempt().on(program);
        }
    }

    private static String row(Attack attack, Verdict verdict) {
        return "| " + attack.name() + " | " + attack.llm() + " | " + attack.agent() + " | " + verdict.words + " |";
    }

    @Test
    @Timeout(300)
    @DisplayName("the verdict on every attack is that of the page")
    void verdicts_areThoseOfThePage(@TempDir Path disk) throws Exception {
        List<String> rows = new ArrayList<>();
        Map<Verdict, Integer> counts = new TreeMap<>();
        int number = 0;
        for (Attack attack : attacks()) {
            Verdict verdict =
                    attempt(attack, Files.createDirectories(disk.toRealPath().resolve("a" + ++number)));
            rows.add(row(attack, verdict));
            counts.merge(verdict, 1, Integer::sum);
        }
        String sums = counts.entrySet().stream()
                .map(sum -> sum.getValue() + " " + sum.getKey().words)
                .collect(Collectors.joining(", ", rows.size() + " attacks: ", ".\n\n"));
        String written = sums + TABLE + String.join("\n", rows) + "\n";
        if ("write".equals(System.getProperty("plumbline.page"))) {
            write(written);
        }
        assertThat(Files.readString(PAGE)).contains(written);
    }

    private static void write(String written) throws IOException {
        String page = Files.readString(PAGE);
        int from = page.indexOf("## Verdicts\n\n") + "## Verdicts\n\n".length();
        Files.writeString(PAGE, page.substring(0, from) + written);
    }

    @Test
    @DisplayName("every number of both OWASP lists that applies has an attack")
    void numbers_haveAttacks() {
        List<Attack> attacks = attacks();
        assertThat(attacks).hasSizeGreaterThanOrEqualTo(60);
        assertThat(attacks.stream().map(Attack::name).distinct()).hasSize(attacks.size());
        // LLM08 is about an index of embeddings, and ASI07 about messages between agents: there is neither
        assertThat(attacks.stream().map(Attack::llm).distinct().sorted())
                .containsExactly("LLM01", "LLM02", "LLM03", "LLM04", "LLM05", "LLM06", "LLM07", "LLM09", "LLM10");
        assertThat(attacks.stream().map(Attack::agent).distinct().sorted())
                .containsExactly("ASI01", "ASI02", "ASI03", "ASI04", "ASI05", "ASI06", "ASI08", "ASI09", "ASI10");
    }
}
