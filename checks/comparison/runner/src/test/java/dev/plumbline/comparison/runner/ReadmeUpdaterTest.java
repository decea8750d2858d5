package dev.plumbline.comparison.runner;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadmeUpdaterTest {
    @TempDir
    private Path folder;

    private String written() throws IOException {
        Path readme = folder.resolve("README.md");
        Files.writeString(
                readme, "# A\n<!-- written by ./mvnw -Pbench verify: begin -->\nold\n<!-- end -->\n\nThe rest.\n");
        Files.writeString(folder.resolve("faults.md"), """
                | fault | promise | Plumbline | openai-java |
                |---|---|---|---|
                | 1 cut | a failure | ✓ (1 ms) | ✗ hung (2 ms) |
                | 45 odd | an answer | ✓ (1 ms) | ✓ (2 ms) |
                | **kept** |  | **2 of 2** | **1 of 2** |
                """);
        ReadmeUpdater.main(new String[] {readme.toString(), folder.toString()});
        return Files.readString(readme);
    }

    @Test
    void performanceThatWereNotMeasured_areNotSpokenOf() throws IOException {
        assertThat(written())
                .startsWith("# A\n")
                .endsWith("<!-- end -->\n\nThe rest.\n")
                .contains(
                        "|  | Plumbline | openai-java |", "| all faults of the comparison | yes, 2 of 2 | no, 1 of 2 |")
                .contains("| arguments that do not fit run no tool | yes, 1 of 1 | yes, 1 of 1 |")
                .doesNotContain("old", "performance");
    }

    @Test
    void performance_isShownByTheirMedians() throws IOException {
        Files.writeString(folder.resolve("performance.md"), """
                Written by `./mvnw`; medians of 15 rounds, on a machine. In brackets: the middle half.

                |  | baseline | Plumbline | alone | openai-java | LangChain4j | Spring AI |
                | --- | --- | --- | --- | --- | --- | --- |
                | plain call | 0.20 ms | 0.24 ms, 1.20x (1.10–1.30) | – | 0.30 ms, 1.50x (1.4–1.6) | 12 ms, 60.00x (1–2) | – |
                """);
        assertThat(written())
                .contains("plain call Plumbline 1.20x, openai-java 1.50x, LangChain4j 60.00x, Spring AI –.\n")
                .contains("Plumbline takes the least of them in 1 of 1 scenarios.\n")
                .contains(
                        "![Processor time relative to a request that is written by hand](docs/comparison/performance.svg)");
    }

    @Test
    void column_isFoundByItsHead_whereverItStands() throws IOException {
        Files.writeString(folder.resolve("performance.md"), """
                Written by `./mvnw`; medians of 15 rounds, on a machine. In brackets: the middle half.

                |  | baseline | Plumbline | alone | Plumbline with the policies of a peer | openai-java |
                | --- | --- | --- | --- | --- | --- |
                | plain call | 0.20 ms | 0.24 ms, 1.20x (1–2) | – | 0.22 ms, 1.10x (1–2) | 0.30 ms, 1.50x (1–2) |
                """);
        assertThat(written()).contains("plain call Plumbline 1.20x, openai-java 1.50x.");
    }
}
