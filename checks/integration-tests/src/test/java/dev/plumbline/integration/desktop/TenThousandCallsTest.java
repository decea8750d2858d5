package dev.plumbline.integration.desktop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Selector;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.State;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.TelemetryObserver;
import dev.plumbline.json.Json;
import dev.plumbline.jsonschema.JsonSchemas;
import dev.plumbline.sandbox.EgressRules;
import dev.plumbline.sandbox.internal.ToolSandbox;
import dev.plumbline.testkit.LeakDetector;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.IToolExecutor;
import dev.plumbline.tools.ToolRuntime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tools that write files and return more than a model may see, ten thousand times: nothing of it stays. */
@SuppressWarnings("try") // leaks are watched, not used
class TenThousandCallsTest {
    private final VirtualClock clock = VirtualClock.create();

    @TempDir
    private Path temp;

    private ToolSandbox sandbox() {
        return ToolSandbox.builder(EgressRules.none())
                .time(clock)
                .tempFolder(temp)
                .build();
    }

    private static AiTool draw() {
        return AiTool.of("draw", "Draws.", Json.parse("{\"type\":\"object\"}"), (in, call) -> {
                    int n = in.get("n").asInt();
                    if (n % 100 == 0) {
                        Files.writeString(call.tempFolder().resolve("plan-" + n), "plan");
                    }
                    return n % 100 == 1 ? Collections.nCopies(2_000, "a wall of a long list, number " + n) : "drawn";
                })
                .withConcurrent();
    }

    private static IToolExecutor.CallScope scope() {
        return new IToolExecutor.CallScope(
                new CallIds("s", "t", 1, ""),
                Selector.ALL,
                List.of(),
                Cancellation.create(),
                State.inMemory(),
                State.inMemory(),
                TelemetryObserver.NONE,
                4,
                IToolExecutor.CallListener.NONE);
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> all = Files.walk(temp)) {
            return all.filter(Files::isRegularFile).toList();
        }
    }

    @Test
    void tenThousandCalls_leaveNoThreadAndNoFile() throws IOException {
        List<Interaction.ToolCall> calls = IntStream.range(0, 10_000)
                .mapToObj(n ->
                        new Interaction.ToolCall("c" + n, "draw", Json.object().with("n", n)))
                .toList();
        try (LeakDetector leaks = LeakDetector.watch();
                ToolSandbox sandbox = sandbox();
                IToolExecutor tools = ToolRuntime.builder(JsonSchemas.service())
                        .addTools(List.of(draw()), "")
                        .time(clock)
                        .sandbox(sandbox)
                        .resultStore(sandbox.results())
                        .build()) {
            List<ToolEnvelope> outcomes = tools.execute(calls, scope());

            assertThat(outcomes).hasSize(10_000).allMatch(outcome -> outcome.isOk());
            assertThat(outcomes.get(1).meta().get("reference").exists()).isTrue();
            assertThat(files()).hasSizeGreaterThanOrEqualTo(200);
        }
        assertThat(files()).isEmpty();
        assertThat(clock.pending()).isZero();
    }
}
