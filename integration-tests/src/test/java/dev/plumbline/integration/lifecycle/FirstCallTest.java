package dev.plumbline.integration.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class FirstCallTest {
    /** What a call without tools, schemas and plugins does not use. */
    private static final List<String> UNUSED = List.of(
            "dev.plumbline.plugins.PluginRegistry ",
            "dev.plumbline.sandbox.ToolSandbox ",
            "dev.plumbline.tools.ToolDispatcher ",
            "dev.plumbline.tools.ApprovalRules ",
            "java.lang.runtime.ObjectMethods ",
            "javax.crypto.Mac ",
            "tools.jackson.core.json.");

    @Test
    @DisplayName("A5 the first call of a process loads nothing that it does not use")
    void a5_firstCall_loadsNothingItDoesNotUse() throws Exception {
        List<String> said = said();
        assertThat(said).contains("Yes.");
        assertThat(said).anyMatch(line -> line.contains("dev.plumbline.runtime.AiRuntime "));
        for (String unused : UNUSED) {
            assertThat(said).noneMatch(line -> line.contains("] " + unused));
        }
    }

    private static List<String> said() throws Exception {
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xlog:class+load",
                        "-cp",
                        System.getProperty("java.class.path"),
                        FirstCallProgram.class.getName())
                .redirectErrorStream(true)
                .start();
        String output = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(child.waitFor(2, TimeUnit.MINUTES)).isTrue();
        return output.lines().toList();
    }
}
