package dev.plumbline.examples.josm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.ContentOrigin;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiReturn;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.policy.ContextSource;
import dev.plumbline.providers.OpenAiChat;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.testkit.server.OpenAiChatScript;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.ThreadAffinity;
import dev.plumbline.ui.HostApplication;
import java.awt.EventQueue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openstreetmap.josm.data.UndoRedoHandler;
import org.openstreetmap.josm.data.coor.LatLon;
import org.openstreetmap.josm.data.osm.DataSet;
import org.openstreetmap.josm.data.osm.Node;

/** The plug-in's work in the host's own model, without a screen. */
class MapToolsTest {
    private static final Map<String, Object> PATH = Map.of(
            "points",
            List.of(List.of(48.1, 11.5), List.of(48.2, 11.5), List.of(48.2, 11.6)),
            "tags",
            Map.of("highway", "path"));

    private final DataSet data = new DataSet();
    private final OpenAiChatScript script = OpenAiChatScript.create();
    private final UndoRedoHandler undo = UndoRedoHandler.getInstance();
    private final List<String> requests = new ArrayList<>();

    @BeforeEach
    void host() {
        JosmFixture.begin();
    }

    @Test
    @Tag("D15")
    void request_isDrawnAndTagged_andOneStep() throws Exception {
        Node gate = add(48.1, 11.5);
        gate.put("name", "old");
        data.setSelected(gate);
        script.callsTool("add_way", PATH)
                .callsTool("change_tags", Map.of("tags", Map.of("barrier", "gate", "name", "")))
                .nextRound()
                .callsTool("add_node", Map.of("latitude", 48.3, "longitude", 11.5, "tags", Map.of("amenity", "bench")))
                .says("A path, a gate and a bench.");
        List<ToolEnvelope> results = asked("a path, a gate here, a bench");
        assertThat(results).hasSize(3);
        assertThat(data.getWays()).singleElement().satisfies(way -> {
            assertThat(way.getNodesCount()).isEqualTo(3);
            assertThat(way.get("highway")).isEqualTo("path");
        });
        assertThat(gate.getKeys()).isEqualTo(Map.of("barrier", "gate"));
        assertThat(undo.getUndoCommands()).hasSize(1);
        undo.undo();
        assertThat(data.getWays()).isEmpty();
        assertThat(data.getNodes()).containsExactly(gate);
        assertThat(gate.getKeys()).isEqualTo(Map.of("name", "old"));
    }

    @Test
    void objects_areFoundReadAndSelected_bySearchExpressions() throws Exception {
        add(48.1, 11.5);
        Node bench = add(48.2, 11.5);
        bench.put("amenity", "bench");
        script.callsTool("find_objects", Map.of("search", "type:node -amenity=*"))
                .callsTool("select_objects", Map.of("search", "amenity=bench"))
                .nextRound()
                .callsTool("change_tags", Map.of("tags", Map.of("backrest", "yes")))
                .callsTool("read_objects", Map.of("ids", List.of(MapObject.id(bench))))
                .says("The bench has a backrest.");
        List<ToolEnvelope> results = asked("does the bench have a backrest?");
        assertThat(results.get(0).result().get("total").asInt()).isEqualTo(1);
        assertThat(data.getAllSelected()).containsExactly(bench);
        assertThat(results.get(3).result().text()).contains("\"backrest\":\"yes\"");
        assertThat(results)
                .allSatisfy(result -> assertThat(ContentOrigin.of(result)).isEqualTo(ContentOrigin.DOCUMENT));
    }

    @Test
    void badExpressionsAndIds_areSentences() throws Exception {
        script.callsTool("find_objects", Map.of("search", "type:("))
                .callsTool("read_objects", Map.of("ids", List.of("way 7")))
                .callsTool("change_tags", Map.of("tags", Map.of("a", "b")))
                .callsTool("add_node", Map.of("latitude", 100, "longitude", 0, "tags", Map.of()))
                .says("No.");
        assertThat(asked("try"))
                .extracting(result -> result.failure().orElseThrow().message())
                .satisfiesExactly(
                        search -> assertThat(search).startsWith("This is no search expression of JOSM: "),
                        id -> assertThat(id).startsWith("There is no object way 7;"),
                        none -> assertThat(none).startsWith("Nothing is selected:"),
                        place -> assertThat(place).startsWith("Latitudes are "));
        assertThat(undo.getUndoCommands()).isEmpty();
    }

    @Test
    @Tag("D12")
    void modelIsTold_whatIsThere_whatIsSelected_andThatItWasEdited() throws Exception {
        Node gate = add(48.1, 11.5);
        data.setSelected(gate);
        script.callsTool("add_way", PATH).says("A path.");
        asked("a path");
        assertThat(requests).hasSize(2);
        assertThat(requests.get(0))
                .contains("\"untrusted\":true", "\"nodes\":1,", "\"ways\":0,", "\"id\":\"" + MapObject.id(gate) + "\"");
        assertThat(requests.get(1)).contains("\"nodes\":4,", "\"ways\":1,", "\"north\":48.2");
        assertThat(revision(requests.get(1))).isGreaterThan(revision(requests.get(0)));
    }

    @Test
    void whatIsSelectedLater_isNotWhatTheMessageIsAbout() throws Exception {
        Node meant = add(48.1, 11.5);
        Node other = add(48.2, 11.5);
        data.setSelected(meant);
        script.callsTool("change_tags", Map.of("tags", Map.of("barrier", "gate")))
                .says("Done.");
        asked("a gate", () -> data.setSelected(other));
        assertThat(meant.get("barrier")).isEqualTo("gate");
        assertThat(other.get("barrier")).isNull();
        assertThat(data.getAllSelected()).containsExactly(other);
    }

    @Test
    void modelCanDoThis_andNothingElse() {
        assertThat(AiTool.allOf(new MapTools(data, new TurnCommands(data))))
                .extracting(AiTool::name)
                .containsExactlyInAnyOrder(
                        "add_node", "add_way", "change_tags", "find_objects", "read_objects", "select_objects");
    }

    private Node add(double latitude, double longitude) {
        Node node = new Node(new LatLon(latitude, longitude));
        data.addPrimitive(node);
        return node;
    }

    /** Returns the revision that was sent last; the earlier ones stay in the request. */
    private static long revision(String request) {
        long newest = -1;
        Matcher found = Pattern.compile("\"revision\":(\\d+)").matcher(request);
        while (found.find()) {
            newest = Long.parseLong(found.group(1));
        }
        return newest;
    }

    private List<ToolEnvelope> asked(String words) throws Exception {
        return asked(words, () -> {});
    }

    /** Asks, does something, and returns the results of the tools in their order when the turn is over. */
    private List<ToolEnvelope> asked(String words, Runnable afterwards) throws Exception {
        List<ToolEnvelope> results = new CopyOnWriteArrayList<>();
        CompletableFuture<Boolean> ended = new CompletableFuture<>();
        try (ScriptedServer server = ScriptedServer.openAiChat().otherwise(script)) {
            MapTools tools = new MapTools(data, new TurnCommands(data));
            MapContext context = new MapContext(data, tools::selected);
            AiRuntime.Builder builder = AiRuntime.builder()
                    .addProvider(OpenAiChat.builder("m")
                            .baseUrl(server.address().toString())
                            .build())
                    .host(HostApplication.swing())
                    .addTools(tools)
                    .addContext(ContextSource.document(() -> "map", context::revision))
                    .addContext(ContextSource.of("map", context::read)
                            .withVolatile(true)
                            .withAffinity(ThreadAffinity.AUTO)
                            .withOrigin(ContentOrigin.DOCUMENT));
            try (AiRuntime ai = builder.build()) {
                ConversationSession session = ai.session(
                        AiBody.builder().toolFilter("*").contextFilter("*").build());
                session.observe(new ConversationObserver() {
                    @Override
                    public void onToolResult(Interaction.ToolResult result) {
                        results.add(result.envelope());
                    }

                    @Override
                    public void onFinished(AiReturn ret) {
                        ended.complete(EventQueue.isDispatchThread());
                    }
                });
                EventQueue.invokeAndWait(() -> {
                    tools.takeSelection();
                    CompletableFuture<AiReturn> unused = session.sendAsync(words);
                    afterwards.run();
                });
                assertThat(ended.get(60, TimeUnit.SECONDS)).isTrue();
            }
            server.requests().forEach(request -> requests.add(request.text().replace("\\", "")));
        }
        return results;
    }
}
