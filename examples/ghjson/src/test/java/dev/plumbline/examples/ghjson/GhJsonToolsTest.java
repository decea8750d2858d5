package dev.plumbline.examples.ghjson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.json.Json;
import dev.plumbline.providers.OpenAiChat;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.testkit.server.OpenAiChatScript;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.tool.ToolException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A model at work in the editor. */
class GhJsonToolsTest {
    @TempDir
    private Path folder;

    private DefinitionEditor editor;

    @BeforeEach
    void editor() {
        editor = new DefinitionEditor(ComponentCatalog.ofExample(), folder);
    }

    private AiRuntime runtime(ScriptedServer server, List<TelemetryEvent> events) {
        return new GhJsonTools(editor)
                .build(AiRuntime.builder()
                        .addProvider(OpenAiChat.builder("m")
                                .baseUrl(server.address().toString())
                                .build())
                        .addObserver(events::add));
    }

    private static AiReturn send(AiRuntime ai, String request) {
        return ai.send(AiBody.of(request).toBuilder().toolFilter("*").build());
    }

    private static String sum(String component) {
        return """
                {"components": [
                  {"name": "Number Slider", "id": 1, "pivot": "0,0",
                   "componentState": {"extensions": {"gh.numberslider": {"value": "5<0~10>"}}}},
                  {"name": "%s", "id": 2, "pivot": "200,0"}],
                 "connections": [{"from": {"id": 1, "paramName": "Number"}, "to": {"id": 2, "paramName": "A"}}]}""".formatted(component);
    }

    @Test
    @Tag("SH82")
    @Tag("SH175")
    @Tag("SH176")
    void m13_generatedDefinition_isCorrectedByTheModel_checked_opened_andSaved() throws Exception {
        OpenAiChatScript script = OpenAiChatScript.create()
                .callsTool("generateDefinition", Map.of("request", "add something to a slider"))
                .nextRound()
                .says(sum("Adition"))
                .says(sum("Addition"))
                .callsTool("saveDefinition", Map.of("name", "sum"))
                .says("Done.");
        List<TelemetryEvent> events = new CopyOnWriteArrayList<>();
        try (ScriptedServer server = ScriptedServer.openAiChat().otherwise(script);
                AiRuntime ai = runtime(server, events)) {
            AiReturn ret = send(ai, "a sum, please");
            assertThat(ret.isOk()).as("%s", ret.error()).isTrue();
            assertThat(ret.toolResults())
                    .extracting(result -> result.envelope().result().text())
                    .containsExactly("{\"components\":2,\"connections\":1,\"rounds\":2}", "{\"value\":\"sum.ghjson\"}");
            String corrected = server.requests().get(2).json().text();
            assertThat(corrected).contains("/components/1/name: unknown-component", "Addition");
        }
        assertThat(editor.check().isOk()).isTrue();
        GhJsonDocument saved = GhJsonDocument.parse(Files.readAllBytes(folder.resolve("sum.ghjson")));
        assertThat(saved).isEqualTo(editor.document());
        assertThat(editor.load("sum")).isEmpty();
    }

    @Test
    @Tag("SH69")
    void m3_registeredSchemas_serveTools() {
        OpenAiChatScript script = OpenAiChatScript.create()
                .callsTool("addComponent", Map.of("name", "Panel", "x", 0, "y", 0))
                .nextRound()
                .callsTool(
                        "applyPatch",
                        Map.of(
                                "patch",
                                Map.of(
                                        "kind",
                                        "ghpatch",
                                        "patch",
                                        Map.of(
                                                "components",
                                                Map.of(
                                                        "modify",
                                                        List.of(Map.of(
                                                                "match",
                                                                Map.of("id", 1),
                                                                "set",
                                                                Map.of("nickName", "Note"))))))))
                .callsTool("applyPatch", Map.of("patch", Map.of("kind", "something", "patch", Map.of())))
                .says("Done.");
        List<TelemetryEvent> events = new CopyOnWriteArrayList<>();
        try (ScriptedServer server = ScriptedServer.openAiChat().otherwise(script);
                AiRuntime ai = runtime(server, events)) {
            AiReturn ret = send(ai, "a note");
            assertThat(ret.isOk()).as("%s", ret.error()).isTrue();
            assertThat(ret.toolResults()).hasSize(3);
            assertThat(ret.toolResults().get(1).envelope().result().text())
                    .isEqualTo("{\"conflicts\":[],\"newIds\":[]}");
            ToolEnvelope refused = ret.toolResults().get(2).envelope();
            assertThat(refused.failure().orElseThrow().code()).isEqualTo(ToolEnvelope.Code.INVALID_ARGUMENTS);
            assertThat(refused.failure().orElseThrow().message()).contains("/patch/kind");
        }
        assertThat(editor.document().json().at("/components/0/nickName").asText())
                .isEqualTo("Note");
    }

    @Test
    void m4_argumentsThatTheHostRefuses_areCounted_andSayWhatIsAllowed() {
        OpenAiChatScript script = OpenAiChatScript.create()
                .callsTool("findComponent", Map.of("words", "adds"))
                .callsTool("addComponent", Map.of("name", "Adition", "x", 0, "y", 0))
                .nextRound()
                .callsTool("addComponent", Map.of("name", "Addition", "x", 0, "y", 0))
                .says("Done.");
        List<TelemetryEvent> events = new CopyOnWriteArrayList<>();
        try (ScriptedServer server = ScriptedServer.openAiChat().otherwise(script);
                AiRuntime ai = runtime(server, events)) {
            AiReturn ret = send(ai, "add");
            assertThat(ret.toolResults()).hasSize(3);
            Json found = ret.toolResults().get(0).envelope().result();
            assertThat(found.at("/found/0/name").asText()).isEqualTo("Addition");
            ToolEnvelope.Failure refused =
                    ret.toolResults().get(1).envelope().failure().orElseThrow();
            assertThat(refused.code()).isEqualTo(ToolEnvelope.Code.INVALID_ARGUMENTS);
            assertThat(refused.message()).contains("/name: unknown-component", "\"Addition\"");
            assertThat(ret.toolResults().get(2).envelope().isOk()).isTrue();
            assertThat(ai.metrics().turn(ret.ids().turn()).validation().errors())
                    .isEqualTo(1);
        }
        assertThat(events)
                .filteredOn(TelemetryEvent.ArgumentsChecked.class::isInstance)
                .singleElement()
                .extracting(event -> ((TelemetryEvent.ArgumentsChecked) event)
                        .check()
                        .validator()
                        .text())
                .isEqualTo("components");
        assertThat(editor.document().components()).hasSize(1);
    }

    @Test
    @Tag("SH175")
    void m13_definitionThatStaysWrong_isNotOpened() {
        OpenAiChatScript script = OpenAiChatScript.create()
                .callsTool("generateDefinition", Map.of("request", "anything"))
                .nextRound()
                .says(sum("Adition"))
                .says(sum("Adition"))
                .says(sum("Adition"))
                .says("It did not work.");
        List<TelemetryEvent> events = new CopyOnWriteArrayList<>();
        try (ScriptedServer server = ScriptedServer.openAiChat().otherwise(script);
                AiRuntime ai = runtime(server, events)) {
            AiReturn ret = send(ai, "anything");
            assertThat(ret.toolResults()
                            .get(0)
                            .envelope()
                            .failure()
                            .orElseThrow()
                            .message())
                    .contains("after 3 rounds", "/components/1/name: unknown-component");
        }
        assertThat(editor.document().components()).isEmpty();
    }

    @Test
    void m13_fileThatDoesNotFitTheSchema_isNotOpened() throws Exception {
        Files.writeString(folder.resolve("bad.ghjson"), "{\"components\": [], \"connections\": [{\"from\": {}}]}");
        assertThatThrownBy(() -> editor.load("bad"))
                .isInstanceOf(ToolException.class)
                .hasMessageContaining("/connections/0");
        assertThat(editor.document().connections()).isEmpty();
    }
}
