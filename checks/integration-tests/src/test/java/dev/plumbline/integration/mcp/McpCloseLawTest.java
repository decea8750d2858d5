package dev.plumbline.integration.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.json.Json;
import dev.plumbline.mcpclient.McpTools;
import dev.plumbline.testkit.Await;
import dev.plumbline.tools.ToolRuntime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;

/** Whatever a server does while its connection closes: the calls end, and nothing is left. */
@Tag("external")
class McpCloseLawTest {
    @Provide
    Arbitrary<String> modes() {
        return Arbitraries.of(
                "usual",
                "silent",
                "dies",
                "progress",
                "answer-flood",
                "list-flood",
                "garbage-flood",
                "stderr-flood",
                "endless-line",
                "stubborn",
                "log-flood",
                "wrong-id");
    }

    @Property(tries = 15)
    @Label("MC15 after close there is no thread, no process, and no call that waits")
    void mc15_close_leavesNothing(@ForAll("modes") String mode, @ForAll boolean during) throws IOException {
        Path folder = Files.createTempDirectory("mcp-close");
        try (McpFixture program = new McpFixture(folder)) {
            McpTools tools = program.connect(mode);
            ToolRuntime session = program.session(tools);
            CompletableFuture<ToolEnvelope> call =
                    CompletableFuture.supplyAsync(() -> McpFixture.call(session, "files_read", Json.object()));
            if (during) {
                Await.until(() -> !program.ran().isEmpty(), () -> "the call does not begin");
            }
            tools.close();

            assertThat(call.join()).isNotNull();
            assertThat(McpFixture.call(session, "files_read", Json.object()).isOk())
                    .isFalse();
            Await.until(() -> threads().isEmpty(), () -> "threads are left: " + threads());
            String script = program.ran.toString();
            Await.until(() -> processes(script).isEmpty(), () -> "processes are left: " + processes(script));
        }
    }

    private static List<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("plumbline-mcp-"))
                .toList();
    }

    private static List<Long> processes(String argument) {
        return ProcessHandle.allProcesses()
                .filter(ProcessHandle::isAlive)
                .filter(process -> process.info().commandLine().orElse("").contains(argument))
                .map(ProcessHandle::pid)
                .toList();
    }
}
