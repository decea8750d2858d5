package dev.plumbline.integration.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The whole conformance suite against our server and our client; for {@code .ci/deep conformance}, some minutes. */
class McpConformance {
    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"2025-11-25", "2026-07-28"})
    @DisplayName("MC10 the conformance suite passes every required scenario of a revision")
    void mc10_everyRequiredScenario_passes(String revision) {
        assertThat(NodeJudges.missing()).isEmpty();
        try (ConformanceServer server = new ConformanceServer(folder)) {
            NodeJudges.Outcome outcome =
                    NodeJudges.conformance("server", "--url", server.url(), "--requirements", revision);

            assertThat(outcome.exit()).as(outcome.output()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"2025-11-25", "2026-07-28"})
    @DisplayName("MC19 the conformance suite passes every required scenario of a revision with our client")
    void mc19_everyRequiredScenario_passes(String revision) {
        assertThat(NodeJudges.missing()).isEmpty();
        NodeJudges.Outcome outcome = NodeJudges.clientConformance(folder, "--requirements", revision);

        assertThat(outcome.exit()).as(outcome.output()).isZero();
    }
}
