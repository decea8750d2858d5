package dev.plumbline.integration.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Jazzer at every door, each in a program of its own: ten minutes, or {@code -Ddeep.seconds}. Runs with {@code -Pdeep}
 * alone. What it finds lies in {@code target/fuzz}; put it beside the seeds when it is mended, and {@link CorpusTest}
 * throws it for good.
 */
class FuzzingDeep {
    private static final int SECONDS = Integer.getInteger("deep.seconds", 600);

    @ParameterizedTest
    @EnumSource
    void nothingUndocumented_isThrown(FuzzTarget target) throws IOException, InterruptedException {
        Path found = Path.of("target/fuzz", target.name());
        Files.createDirectories(found);
        Path log = Path.of("target/fuzz", target.name() + ".log");
        Process jazzer = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        "com.code_intelligence.jazzer.Jazzer",
                        "--target_class=" + FuzzDriver.class.getName(),
                        "--target_args=" + target.name(),
                        "--instrumentation_includes=dev.plumbline.**",
                        "--reproducer_path=target/fuzz",
                        "-artifact_prefix=" + found + "-",
                        "-max_total_time=" + SECONDS,
                        "-rss_limit_mb=0",
                        found.toString(),
                        CorpusTest.folder(target).toString())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();

        assertThat(jazzer.waitFor()).as("%s: see %s", target, log).isZero();
    }
}
