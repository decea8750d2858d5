package dev.plumbline.integration.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Our client before the conformance suite of the protocol's authors; all of it is in {@link McpConformance}. */
@Tag("external")
class McpClientJudgesTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({
        "2025-11-25, sse-retry",
        "2025-11-25, elicitation-sep1034-client-defaults",
        "2026-07-28, tools_call",
        "2026-07-28, request-metadata",
        "2026-07-28, sep-2322-client-request-state",
        "2026-07-28, http-custom-headers",
        "2026-07-28, auth/scope-step-up",
        "2026-07-28, auth/iss-wrong-issuer",
        "2026-07-28, sep-2640-client-no-prefetch",
        "2026-07-28, sep-2640-client-verify-digest",
        "2026-07-28, sep-2640-client-verify-size",
        "2026-07-28, sep-2640-client-verify-frontmatter"
    })
    @DisplayName("MC19 the conformance suite passes a scenario with our client")
    void mc19_scenario_passes(String revision, String scenario) {
        Optional<String> missing = NodeJudges.missing();
        assumeTrue(missing.isEmpty(), () -> "SKIPPED, and it should not be: " + missing.orElse(""));
        NodeJudges.Outcome outcome =
                NodeJudges.clientConformance(folder, "--scenario", scenario, "--spec-version", revision, "--force");

        assertThat(outcome.exit()).as(outcome.output()).isZero();
        assertThat(outcome.output()).contains(" 0 failed");
    }
}
