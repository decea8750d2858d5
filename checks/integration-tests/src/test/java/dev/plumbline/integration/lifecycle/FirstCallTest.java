package dev.plumbline.integration.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.testkit.server.OpenAiChatScript;
import dev.plumbline.testkit.server.ScriptedServer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class FirstCallTest {
    /** What a call without tools, schemas and plugins does not use. */
    private static final List<String> UNUSED = List.of(
            "dev.plumbline.plugins.PluginRegistry ",
            "dev.plumbline.sandbox.internal.ToolSandbox ",
            "dev.plumbline.tools.ToolDispatcher ",
            "dev.plumbline.tools.ApprovalRules ",
            "java.lang.runtime.ObjectMethods ",
            "javax.crypto.Mac ",
            "tools.jackson.core.json.");

    /** What was measured, and a few for the order of threads. Who needs more has looked whether a first call needs it. */
    private static final int MOST_LAMBDAS = 120;

    private static final int MOST_CLASSES = 580;

    private static final int MOST_LAMBDAS_WITH_TOOL = 206;

    private static final int MOST_CLASSES_WITH_TOOL = 670;

    @Test
    @DisplayName("A5 the first call of a process loads nothing that it does not use")
    void a5_firstCall_loadsNothingItDoesNotUse() throws Exception {
        requireNotLoaded(said(), UNUSED);
    }

    @Test
    @DisplayName("A5 the first turn with a tool loads neither a second parser nor what writes the equality of records")
    void a5_firstTurnWithATool_loadsNothingItDoesNotUse() throws Exception {
        List<String> said = said("tool");
        assertThat(said).anyMatch(line -> line.contains("dev.plumbline.tools.ToolDispatcher "));
        requireNotLoaded(
                said,
                List.of(
                        "dev.plumbline.plugins.PluginRegistry ",
                        "java.lang.runtime.ObjectMethods ",
                        "javax.crypto.Mac ",
                        "tools.jackson.core.json."));
    }

    @Test
    @DisplayName("60 the first call to a service loads no more classes than it did, and has no more lambdas")
    void w60_firstCall_loadsNoMoreThanItDid() throws Exception {
        List<String> said;
        try (ScriptedServer server =
                ScriptedServer.openAiChat().answers(OpenAiChatScript.create().says("Yes."))) {
            said = said(server.address().toString());
        }
        requireAtMost(said, MOST_LAMBDAS, MOST_CLASSES);
    }

    @Test
    @DisplayName("60 the first turn with a tool loads no more classes than it did, and has no more lambdas")
    void w60_firstTurnWithATool_loadsNoMoreThanItDid() throws Exception {
        requireAtMost(said("tool"), MOST_LAMBDAS_WITH_TOOL, MOST_CLASSES_WITH_TOOL);
    }

    private static void requireAtMost(List<String> said, int mostLambdas, int mostClasses) {
        assertThat(said).contains("Yes.");
        List<String> own = said.stream()
                .filter(line -> line.contains("] dev.plumbline.") && line.contains(" source: "))
                .toList();
        List<String> lambdas =
                own.stream().filter(line -> line.contains("$$Lambda")).toList();
        assertThat(lambdas)
                .as("lambdas, each of which is a class made at its first use (decision 0063)")
                .hasSizeLessThanOrEqualTo(mostLambdas);
        assertThat(own.size() - lambdas.size()).as("classes (decision 0063)").isLessThanOrEqualTo(mostClasses);
    }

    private static void requireNotLoaded(List<String> said, List<String> unused) {
        assertThat(said).contains("Yes.");
        assertThat(said).anyMatch(line -> line.contains("dev.plumbline.runtime.AiRuntime "));
        for (String each : unused) {
            assertThat(said).noneMatch(line -> line.contains("] " + each));
        }
    }

    private static List<String> said(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xlog:class+load",
                "-cp",
                System.getProperty("java.class.path"),
                FirstCallProgram.class.getName()));
        command.addAll(List.of(arguments));
        Process child = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(child.waitFor(2, TimeUnit.MINUTES)).isTrue();
        return output.lines().toList();
    }
}
