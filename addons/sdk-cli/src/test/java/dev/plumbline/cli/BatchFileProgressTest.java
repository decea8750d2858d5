package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.web.RunProgress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How far a run is, by its files. */
class BatchFileProgressTest {
    private static final String GOOD =
            "{\"line\":1,\"fingerprint\":\"f\",\"return\":{\"text\":\"a\",\"error\":null}}\n";
    private static final String BAD =
            "{\"line\":2,\"fingerprint\":\"g\",\"return\":{\"text\":\"\",\"error\":{\"category\":\"NETWORK\"}}}\n";

    @TempDir
    Path folder;

    @Test
    @DisplayName("AG48 the progress of a run counts whole lines of its results, failures apart, while they are written")
    void ag48_fileRun_isCountedWhileItIsWritten() throws Exception {
        Path in = Files.writeString(folder.resolve("in.jsonl"), "{}\n\n{}\n{}\n");
        Path out = folder.resolve("out.jsonl");
        BatchFileProgress progress = new BatchFileProgress(in, out);
        assertThat(progress.get()).isEqualTo(new RunProgress(3, 0, 0, ""));
        Files.writeString(out, GOOD + BAD.substring(0, 20));
        assertThat(progress.get()).isEqualTo(new RunProgress(3, 1, 0, ""));
        Files.writeString(out, BAD.substring(20), StandardOpenOption.APPEND);
        assertThat(progress.get()).isEqualTo(new RunProgress(3, 2, 1, ""));
        Files.writeString(out, "");
        assertThat(progress.get()).isEqualTo(new RunProgress(3, 0, 0, ""));
    }
}
