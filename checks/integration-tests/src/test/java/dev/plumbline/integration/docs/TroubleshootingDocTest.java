package dev.plumbline.integration.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs a program for each symptom of docs/troubleshooting.md and compares the line that shows the cause with the page.
 * With {@code -Dplumbline.page=write} the run writes the page.
 */
@Timeout(120)
class TroubleshootingDocTest {
    private static final Path PAGE = Path.of("../../docs/troubleshooting.md");
    private static final String BEGIN = "## Symptoms\n\n";
    private static final String TABLE =
            "| what you notice | where to look | the line | what to do |\n|---|---|---|---|\n";

    @Test
    @DisplayName("N1 each of twenty symptoms has a line that shows its cause, and the page has it")
    void n1_symptoms_haveTheLinesOfThePage(@TempDir Path folder) throws Exception {
        List<String> rows = new ArrayList<>();
        for (Symptoms.Symptom symptom : Symptoms.all()) {
            try (LogLines log = LogLines.listening()) {
                Path own = Files.createDirectory(folder.resolve("s" + rows.size()));
                String line = symptom.program().line(new Symptoms(log, own));
                rows.add("| " + symptom.symptom() + " | " + symptom.where() + " | `" + line.replace("|", "\\|") + "` | "
                        + symptom.remedy() + " |");
            }
        }
        String written = BEGIN + TABLE + String.join("\n", rows) + "\n";
        if ("write".equals(System.getProperty("plumbline.page"))) {
            write(written);
        }
        assertThat(rows).hasSizeGreaterThanOrEqualTo(20);
        assertThat(Files.readString(PAGE)).contains(written);
    }

    private static void write(String written) throws IOException {
        String page = Files.readString(PAGE);
        int from = page.indexOf(BEGIN);
        int to = page.indexOf("\n## ", from + 1);
        Files.writeString(PAGE, page.substring(0, from) + written + (to < 0 ? "" : page.substring(to)));
    }
}
