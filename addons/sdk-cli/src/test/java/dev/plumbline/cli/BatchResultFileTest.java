package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.plumbline.runtime.internal.BatchResultFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class BatchResultFileTest {
    @TempDir
    private Path folder;

    private static String opened(Path file) throws IOException {
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        BatchProgram.class.getName(),
                        file.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        return new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    @Test
    @Tag("J3")
    @DisplayName("J3 results that are open are refused to other processes, also after a refused opening in this one")
    void openResults_areRefusedElsewhere() throws IOException {
        Path file = Files.writeString(folder.resolve("out.jsonl"), "{\"line\":1,\"fingerprint\":\"a\"}\n{\"li");
        BatchResultFile results = BatchResultFile.in(file);
        try (results) {
            assertThat(results.count()).isEqualTo(1);
            assertThat(opened(file)).isEqualTo("refused");
            assertThatIllegalStateException().isThrownBy(() -> BatchResultFile.in(file));
            assertThat(opened(file)).isEqualTo("refused");
        }
        assertThat(opened(file)).isEqualTo("open with 1");
    }
}
