package dev.plumbline.integration.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Runs Jazzer on every parser of untrusted input, each in a process of its own: ten minutes, or {@code
 * -Ddeep.seconds}. Runs only with {@code -Pdeep}; one parser alone with {@code -Ddeep.target=sse}. Findings
 * are in {@code target/fuzz}, beside the log that counts the tries; put them beside the seeds when they are
 * fixed, and {@link FuzzCorpusTest} runs them from then on.
 */
class DeepFuzzing {
    private static final int SECONDS = Integer.getInteger("deep.seconds", 600);
    private static final String ONE = System.getProperty("deep.target", "");
    private static final Path FOUND = Path.of("target/fuzz");

    @ParameterizedTest
    @EnumSource
    void parser_keepsItsContract(FuzzTarget target) throws IOException, InterruptedException {
        assumeTrue(ONE.isEmpty() || target.name().equalsIgnoreCase(ONE), "-Ddeep.target names another parser");
        fuzz(target);
    }

    private static void fuzz(FuzzTarget target) throws IOException, InterruptedException {
        Files.createDirectories(FOUND.resolve(target.name()));
        Path log = FOUND.resolve(target.name() + ".log");
        Process jazzer = new ProcessBuilder(command(target))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();

        assertThat(jazzer.waitFor()).as("%s: see %s", target, log).isZero();
        assertThat(log).content().contains("number_of_executed_units");
    }

    /** A hang of a minute is a finding, too. */
    private static List<String> command(FuzzTarget target) {
        Path found = FOUND.resolve(target.name());
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx1g",
                "-cp",
                System.getProperty("java.class.path"),
                "com.code_intelligence.jazzer.Jazzer",
                "--target_class=" + FuzzDriver.class.getName(),
                "--target_args=" + target.name(),
                "--instrumentation_includes=dev.plumbline.**",
                // the peers of this test connect to servers of this test
                "--disabled_hooks=com.code_intelligence.jazzer.sanitizers.ServerSideRequestForgery",
                "--reproducer_path=" + FOUND,
                "-artifact_prefix=" + found + "-",
                "-max_total_time=" + SECONDS,
                "-timeout=60",
                "-rss_limit_mb=0",
                "-print_final_stats=1",
                found.toString(),
                FuzzCorpusTest.folder(target).toString());
    }
}
