package dev.plumbline.integration.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.event.AiError;
import dev.plumbline.json.Json;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.tool.AiTool;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
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

    @Test
    @DisplayName("61 19 the page has every category of errors, and says which may be tried again")
    void n61_19_everyCategoryIsOnThePage() throws IOException {
        String page = Files.readString(PAGE);
        Map<String, Boolean> written = new TreeMap<>();
        Matcher rows = Pattern.compile("(?m)^\\| (`[A-Z_]+`(?:, `[A-Z_]+`)*) \\| .* \\| (yes|no) \\|$")
                .matcher(page.substring(page.indexOf("### Categories of errors")));
        rows.results()
                .forEach(row -> Stream.of(row.group(1).split(", "))
                        .forEach(name ->
                                written.put(name.replace("`", ""), row.group(2).equals("yes"))));
        Map<String, Boolean> real = new TreeMap<>();
        for (AiError.Category category : AiError.Category.values()) {
            real.put(category.name(), AiError.of(category, "x", "x").retryable());
        }
        assertThat(written).isEqualTo(real);
    }

    @Test
    @DisplayName("61 19 a turn whose tool was refused is ok, and the program says so by its exit code")
    void n61_19_exitCodes() {
        AiTool delete = AiTool.of("delete", "Deletes.", Json.object().with("type", "object"), (in, context) -> "gone")
                .withDestructive();
        ScriptedProvider model = ScriptedProvider.create()
                .says("Nothing to do.")
                .callsTool("delete", Map.of())
                .says("It is still there.")
                .fails(AiError.Category.AUTHENTICATION);
        try (AiRuntime ai =
                AiRuntime.builder().addProvider(model).addTools(delete).build()) {
            assertThat(run(ai)).isEqualTo("0 Nothing to do.\n / ");
            assertThat(run(ai)).isEqualTo("3 It is still there.\n / delete: DENIED\n");
            assertThat(run(ai))
                    .startsWith("2  / The AI service does not accept the key.")
                    .contains("[AUTHENTICATION ");
        }
    }

    private static String run(AiRuntime ai) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code = TroubleshootingExamples.run(
                ai,
                AiBody.of("Tidy up."),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
        return code + " " + lines(out) + " / " + lines(err);
    }

    private static String lines(ByteArrayOutputStream printed) {
        return printed.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
    }

    private static void write(String written) throws IOException {
        String page = Files.readString(PAGE);
        int from = page.indexOf(BEGIN);
        int to = page.indexOf("\n## ", from + 1);
        Files.writeString(PAGE, page.substring(0, from) + written + (to < 0 ? "" : page.substring(to)));
    }
}
