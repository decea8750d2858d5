package dev.plumbline.integration.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.event.Usage;
import dev.plumbline.testkit.server.OpenAiChatScript;
import dev.plumbline.testkit.server.ScriptedServer;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several processes of a person that share a limit of money in a file. */
@Tag("slow")
class SharedBudgetFileTest {
    @TempDir
    private Path folder;

    @Test
    @DisplayName("F16 four processes with eight calls at a time spend a shared limit, and never more")
    void f16_fourProcesses_shareALimit() throws Exception {
        List<Process> programs = new ArrayList<>();
        BigDecimal spent = BigDecimal.ZERO;
        try (ScriptedServer server = ScriptedServer.openAiChat()
                .otherwise(request -> OpenAiChatScript.create()
                        .usage(Usage.of(50, 50))
                        .says("Yes.")
                        .apply(request))) {
            for (int i = 0; i < 4; i++) {
                programs.add(new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java")
                                        .toString(),
                                "-XX:-UsePerfData", // or it may warn on its output
                                "-XX:TieredStopAtLevel=1",
                                "-cp",
                                System.getProperty("java.class.path"),
                                BudgetChild.class.getName(),
                                server.address().toString(),
                                folder.resolve("budgets.json").toString())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start());
            }
            for (Process program : programs) {
                String[] printed = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                        .strip()
                        .split(" ", -1);
                assertThat(program.waitFor()).isZero();
                assertThat(printed[0]).isEqualTo("spending-limit");
                assertThat(printed[1]).as("failures").isEqualTo("0");
                spent = spent.add(new BigDecimal(printed[2]));
            }
        }
        BigDecimal limit = new BigDecimal(BudgetChild.LIMIT);
        assertThat(spent).isLessThanOrEqualTo(limit).isGreaterThan(limit.multiply(new BigDecimal("0.95")));
    }
}
