package dev.plumbline.integration.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.plumbline.json.Json;
import dev.plumbline.testkit.Await;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Our server before the conformance suite and the TypeScript clients of the protocol's authors. */
@Tag("external")
class McpJudgesTest {
    @TempDir
    static Path folder;

    private static ConformanceServer server;

    @BeforeAll
    static void start() {
        Optional<String> missing = NodeJudges.missing();
        assumeTrue(missing.isEmpty(), () -> "SKIPPED, and it should not be: " + missing.orElse(""));
        server = new ConformanceServer(folder);
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "2025-11-25, tools-call-with-progress",
        "2025-11-25, tools-call-elicitation",
        "2025-06-18, server-initialize",
        "2026-07-28, server-stateless",
        "2026-07-28, input-required-result-tampered-state",
        "2026-07-28, http-header-validation",
        "2026-07-28, http-custom-header-server-validation",
        "2026-07-28, dns-rebinding-protection",
        "2026-07-28, sep-2640-skills-enumeration",
        "2026-07-28, sep-2640-skills-manifest",
        "2026-07-28, sep-2640-skills-directory",
        "2025-11-25, sep-2640-skills-enumeration",
        "2026-07-28, tasks-lifecycle",
        "2026-07-28, tasks-capability-negotiation",
        "2026-07-28, tasks-wire-fields",
        "2026-07-28, tasks-request-state-removal",
        "2026-07-28, tasks-mrtr-input",
        "2026-07-28, tasks-request-headers",
        "2026-07-28, tasks-dispatch-and-envelope",
        "2026-07-28, tasks-required-task-error",
        "2026-07-28, tasks-mrtr-composition"
    })
    @DisplayName("MC10 the conformance suite passes a scenario")
    void mc10_scenario_passes(String revision, String scenario) {
        NodeJudges.Outcome outcome = NodeJudges.conformance(
                "server", "--url", server.url(), "--scenario", scenario, "--spec-version", revision, "--force");

        assertThat(outcome.exit()).as(outcome.output()).isZero();
        assertThat(outcome.output()).contains(" 0 failed");
    }

    @Test
    @DisplayName("MC10 the official TypeScript clients list, call, answer, read and cancel, in both eras")
    void mc10_typeScriptClients() {
        NodeJudges.Outcome outcome = NodeJudges.script(
                "clients.mjs",
                server.server().address().toString(),
                server.server().token());

        assertThat(outcome.exit()).as(outcome.output()).isZero();
        List<Json> clients = outcome.output().lines().map(Json::parse).toList();
        assertThat(clients)
                .extracting(client -> client.get("name").asText())
                .containsExactly("stateless", "sessions", "version 1");
        assertThat(clients).allSatisfy(client -> {
            assertThat(client.get("server").asText()).isEqualTo("Conformance");
            assertThat(client.get("text").asText()).startsWith("This is a simple text");
            assertThat(client.get("progress").text()).isEqualTo("[0,50,100]");
            assertThat(client.get("asked").asText()).isEqualTo("Hello, Ann!");
            assertThat(client.get("isError").asBoolean()).isTrue();
            assertThat(client.get("resource").asText()).isEqualTo("A text.");
            assertThat(client.get("prompts").asInt()).isEqualTo(5);
            assertThat(client.get("aborted").asBoolean()).isTrue();
        });
        Await.until(() -> ConformanceTools.RUNNING.get() == 0, () -> "a cancelled call still runs");
    }
}
