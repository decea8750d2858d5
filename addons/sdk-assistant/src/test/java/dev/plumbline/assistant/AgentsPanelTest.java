package dev.plumbline.assistant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiReturn;
import dev.plumbline.mcp.McpOptions;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.ui.HostApplication;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgentsPanelTest {

    @TempDir
    private Path folder;

    @Test
    @DisplayName("D1 agents may use a document while the switch is on, and nothing is left when it is off")
    void d1_switch_startsAndEndsTheServer() {
        AgentsPanel agents = Desk.onUi(() -> AgentsPanel.create(
                AssistantDocument.of(() -> "plan", () -> "1", new AssistantPanelTest.Painter()),
                McpOptions.builder("Desk", "1").folder(folder)));
        Desk.awaitText(agents.component(), "No agent can connect.");
        Desk.press(agents.component(), "agents-allowed");
        Desk.awaitText(agents.component(), "Waiting for agents.");
        Desk.awaitText(agents.component(), "erase*");
        Desk.press(agents.component(), "agents-stop");
        Desk.awaitText(agents.component(), "All agents are stopped.");
        Desk.press(agents.component(), "agents-allowed");
        Desk.awaitText(agents.component(), "No agent can connect.");
        Await.until(() -> threads() == 0, () -> "threads: " + threads());
        Desk.ui(agents::close);
        assertThat(threads()).isZero();
    }

    @Test
    @DisplayName("N14 a closed question does not hide the next one")
    void n14_closedQuestion_leavesTheNextOne() {
        AgentsPanel agents = Desk.onUi(() -> AgentsPanel.create(
                AssistantDocument.of(() -> "plan", () -> "1", new AssistantPanelTest.Painter()),
                McpOptions.builder("Desk", "1").folder(folder)));
        ScriptedProvider model = ScriptedProvider.create()
                .callsTool("erase", Map.of("colour", "red"))
                .callsTool("erase", Map.of("colour", "blue"))
                .says("Done.");
        AiRuntime.Builder builder = AiRuntime.builder()
                .addProvider(model)
                .addTools(new AssistantPanelTest.Painter())
                .host(HostApplication.swing())
                .questionHandler(agents::ask);
        try (AiRuntime ai = builder.build()) {
            ConversationSession session =
                    ai.session(AiBody.builder().toolFilter("*").build());
            CompletableFuture<AiReturn> answer = session.sendAsync("erase both");
            for (String colour : List.of("red", "blue")) {
                Desk.awaitText(agents.component(), "Erase: " + colour + "?");
                Desk.ui(() -> Desk.pressText(agents.component(), "Yes"));
            }
            assertThat(answer.join().text()).isEqualTo("Done.");
            Await.until(
                    () -> !Desk.onUi(() -> Desk.texts(agents.component())).contains("Erase"),
                    () -> Desk.onUi(() -> Desk.texts(agents.component())));
        }
    }

    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("plumbline-mcp")
                        || thread.getName().startsWith("HTTP-Dispatcher"))
                .count();
    }
}
