package dev.plumbline.examples.floorplan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.json.Json;
import dev.plumbline.testkit.LeakDetector;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings("try") // leaks are watched, not used
class FloorPlanDemoTest {
    private final StringWriter out = new StringWriter();

    @TempDir
    private Path folder;

    private FloorPlanDemo demo() {
        return new FloorPlanDemo(new PrintWriter(out, true), folder);
    }

    @Test
    void demo_showsRetryRefusalCorrectionAndCacheAndLeavesTwoFiles() throws IOException {
        AiReturn drawn = demo().runScripted(Duration.ZERO);
        assertThat(drawn.isOk()).isTrue();
        assertThat(out.toString())
                .contains("attempt 1 failed: RATE_LIMITED")
                .contains("\"ok\":false,\"error\":{\"code\":\"INVALID_ARGUMENTS\"")
                .contains("answered from the cache")
                .containsPattern("retries +1")
                .containsPattern("cache +1 hit")
                .containsPattern("rounds +4");
        assertThat(drawn.toolResults())
                .hasSize(10)
                .filteredOn(result -> !result.envelope().isOk())
                .hasSize(1);
        assertThat(Files.readString(folder.resolve("floorplan.svg")))
                .contains("<svg")
                .contains("class=\"wall");
        Json transcript = Json.parse(Files.readAllBytes(folder.resolve("transcript.json")));
        AiBody body = AiBody.from(transcript.get("body"));
        assertThat(body.fingerprint().text())
                .isEqualTo(transcript.get("fingerprint").asText());
        assertThat(body.interactions())
                .filteredOn(Interaction.ToolCall.class::isInstance)
                .hasSize(10);
    }

    @Test
    void cancelledDemo_saysWhatWasKeptAndWritesItAnyway() throws IOException {
        FloorPlanDemo demo = demo();
        demo.cancel("Ctrl-C");
        AiReturn drawn = demo.runScripted(Duration.ZERO);
        assertThat(drawn.status()).isEqualTo(AiReturn.Status.CANCELLED);
        assertThat(out.toString()).contains("CANCELLED: kept");
        assertThat(folder.resolve("floorplan.svg")).exists();
        assertThat(Json.parse(Files.readAllBytes(folder.resolve("transcript.json")))
                        .get("status")
                        .asText())
                .isEqualTo("CANCELLED");
    }

    @Test
    void demo_leavesNoThreadAndNoSocket() throws IOException {
        try (LeakDetector leaks = LeakDetector.watch()) {
            demo().runScripted(Duration.ZERO);
        }
    }
}
