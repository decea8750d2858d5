package dev.plumbline.examples.josm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.assistant.Assistant;
import dev.plumbline.assistant.AssistantPanel;
import dev.plumbline.assistant.SetupPanel;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.server.OpenAiChatScript;
import dev.plumbline.testkit.server.ScriptedServer;
import java.awt.EventQueue;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.openstreetmap.josm.data.osm.DataSet;
import org.openstreetmap.josm.spi.preferences.Config;

/** The assistant of the plug-in, in the host's own model and with its preferences, without a screen. */
class MapDocumentTest {

    @BeforeEach
    void host() {
        JosmFixture.begin();
    }

    @Test
    void conversation_isAboutItsDataSet_withTheHostsPreferences() throws Exception {
        OpenAiChatScript script = OpenAiChatScript.create()
                .callsTool("add_node", Map.of("latitude", 48.3, "longitude", 11.5, "tags", Map.of("amenity", "bench")))
                .says("A bench.");
        DataSet data = new DataSet();
        try (ScriptedServer server = ScriptedServer.openAiChat().otherwise(script)) {
            Config.getPref().put("plumbline.url", server.address().toString());
            AtomicReference<AssistantPanel> panel = new AtomicReference<>();
            EventQueue.invokeAndWait(() -> {
                Assistant assistant = MapDocument.assistant();
                SetupPanel unused = assistant.setup();
                panel.set(assistant.open(MapDocument.of(data)));
                panel.get().send("a bench");
            });
            Await.until(() -> server.requests().size() == 2, () -> "asked " + server.requests());
            EventQueue.invokeAndWait(() -> assertThat(data.getNodes()).hasSize(1));
            assertThat(server.requests().get(0).text()).contains("You edit a map in JOSM.", "a bench");
            AtomicReference<Object> closed = new AtomicReference<>();
            EventQueue.invokeAndWait(() -> closed.set(panel.get().close()));
            assertThat(((java.util.concurrent.CompletableFuture<?>) closed.get()).get(10, TimeUnit.SECONDS))
                    .isNotNull();
            assertThat(List.copyOf(data.getNodes()).get(0).get("amenity")).isEqualTo("bench");
        }
    }
}
