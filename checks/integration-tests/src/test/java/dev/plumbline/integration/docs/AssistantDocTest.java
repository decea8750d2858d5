package dev.plumbline.integration.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.assistant.Assistant;
import dev.plumbline.assistant.AssistantPanel;
import dev.plumbline.assistant.AssistantSettings;
import dev.plumbline.assistant.SetupPanel;
import dev.plumbline.runtime.AiRuntime.CloseReport;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.testkit.server.OpenAiChatScript;
import dev.plumbline.testkit.server.ScriptedServer;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import javax.swing.JButton;
import javax.swing.JPanel;
import javax.swing.SwingUtilities;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The programs of docs/assistant.md, used as a host does. */
class AssistantDocTest {

    @TempDir
    private Path folder;

    private static <T> T onUi(Callable<T> action) throws Exception {
        FutureTask<T> task = new FutureTask<>(action);
        SwingUtilities.invokeAndWait(task);
        return task.get();
    }

    @Test
    @DisplayName("D1 D2 the twenty lines of the page are a whole assistant")
    void d1_d2_program_isAnAssistant() throws Exception {
        OpenAiChatScript script = OpenAiChatScript.create()
                .callsTool("draw", Map.of("length", 300))
                .says("Drawn.");
        Map<String, String> settings = new ConcurrentHashMap<>();
        try (ScriptedServer server = ScriptedServer.openAiChat().otherwise(script)) {
            settings.put("url", server.address().toString());
            WallAssistant.Walls walls = new WallAssistant.Walls();
            AssistantPanel panel = onUi(() -> {
                Assistant assistant = Assistant.builder("Wall planner")
                        .settings(AssistantSettings.of(settings::get, settings::put))
                        .conversations(folder)
                        .build();
                AssistantPanel opened = WallAssistant.open(assistant, walls);
                opened.send("a wall of three metres");
                return opened;
            });
            Await.until(() -> walls.drawn.contains("300 cm"), () -> "drawn: " + walls.drawn);
            Await.until(() -> server.requests().size() == 2, () -> "requests: " + server.requests());
            CloseReport report = onUi(panel::close).get(10, TimeUnit.SECONDS);
            assertThat(report.isClean()).isTrue();
        }
    }

    @Test
    @DisplayName("N31 the twenty lines of the README open a panel without a key")
    void n31_readme_isAnAssistant() throws Exception {
        WallPlugin plugin = new WallPlugin();
        AssistantPanel panel = onUi(() -> plugin.panel(folder));
        assertThat(panel.component().getComponentCount()).isPositive();
        assertThat(plugin.draw(300)).isEqualTo("1 walls");
        assertThat(onUi(panel::close).get(10, TimeUnit.SECONDS).isClean()).isTrue();
    }

    @Test
    @DisplayName("D6 the set-up of the page is made without a window, a network or a key")
    void d6_setup_isAPage() throws Exception {
        JPanel page = onUi(() -> {
            Assistant assistant = WallAssistant.assistant(folder);
            SetupPanel unused = assistant.setup();
            return AssistantExamples.page(assistant, new JButton());
        });
        assertThat(page.getComponentCount()).isPositive();
    }

    @Test
    @DisplayName("D1 a scripted model drives the window in one line, without a key")
    void d1_scriptedModel_drivesTheWindow() throws Exception {
        ScriptedProvider model = ScriptedProvider.create()
                .callsTool("draw", Map.of("length", 300))
                .nextRound()
                .says("Drawn.");
        WallAssistant.Walls walls = new WallAssistant.Walls();
        AssistantPanel panel = onUi(() -> {
            AssistantPanel opened = WallAssistant.open(AssistantExamples.scripted(model), walls);
            opened.send("a wall of three metres");
            return opened;
        });
        Await.until(() -> model.calls().size() == 2, () -> "calls: " + model.calls());
        assertThat(walls.drawn).containsExactly("300 cm");
        assertThat(onUi(panel::close).get(10, TimeUnit.SECONDS).isClean()).isTrue();
        model.expectPlayed();
    }
}
