package dev.plumbline.examples.josm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.call.AiReturn;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.testkit.server.OpenAiChatScript;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.views.ConversationRows;
import java.awt.EventQueue;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.openstreetmap.josm.command.AddCommand;
import org.openstreetmap.josm.data.UndoRedoHandler;
import org.openstreetmap.josm.data.coor.LatLon;
import org.openstreetmap.josm.data.osm.DataSet;
import org.openstreetmap.josm.data.osm.Node;
import org.openstreetmap.josm.data.preferences.JosmBaseDirectories;
import org.openstreetmap.josm.data.projection.ProjectionRegistry;
import org.openstreetmap.josm.data.projection.Projections;
import org.openstreetmap.josm.spi.preferences.Config;
import org.openstreetmap.josm.spi.preferences.MemoryPreferences;

/** The plug-in's work in the host's own model, without a screen. */
class EditSessionTest {
    private final DataSet data = new DataSet();

    @BeforeEach
    void host() {
        Config.setPreferencesInstance(new MemoryPreferences());
        Config.setBaseDirectoriesProvider(JosmBaseDirectories.getInstance());
        ProjectionRegistry.setProjection(Projections.getProjectionByCode("EPSG:3857"));
        UndoRedoHandler.getInstance().clean();
    }

    @Test
    void waysOfARequest_areOneStep_unlessTheUserDrewInBetween() {
        AddWayTool ways = new AddWayTool(data);
        ways.addWay(List.of(List.of(48.1, 11.5), List.of(48.2, 11.5)), Map.of());
        ways.addWay(List.of(List.of(48.1, 11.6), List.of(48.2, 11.6)), Map.of("highway", "path"));
        assertThat(UndoRedoHandler.getInstance().getUndoCommands()).hasSize(1);
        assertThat(data.getWays())
                .hasSize(2)
                .allSatisfy(way -> assertThat(way.getNodesCount()).isEqualTo(2));
        UndoRedoHandler.getInstance().add(new AddCommand(data, new Node(new LatLon(48.3, 11.5))));
        ways.addWay(List.of(List.of(48.1, 11.7), List.of(48.2, 11.7)), Map.of());
        assertThat(UndoRedoHandler.getInstance().getUndoCommands()).hasSize(3);
        UndoRedoHandler.getInstance().undo(2);
        assertThat(data.getWays()).hasSize(2);
        UndoRedoHandler.getInstance().undo();
        assertThat(data.getWays()).isEmpty();
        assertThat(data.getNodes()).isEmpty();
    }

    @Test
    void waysOfTheNextRequest_areAStepOfTheirOwn() {
        AddWayTool ways = new AddWayTool(data);
        ways.addWay(List.of(List.of(48.1, 11.5), List.of(48.2, 11.5)), Map.of());
        ways.beginStep();
        ways.addWay(List.of(List.of(48.1, 11.6), List.of(48.2, 11.6)), Map.of());
        assertThat(UndoRedoHandler.getInstance().getUndoCommands()).hasSize(2);
    }

    @Test
    void request_isAWay_andOneStep() throws Exception {
        OpenAiChatScript script = OpenAiChatScript.create()
                .callsTool(
                        "addWay",
                        Map.of(
                                "points",
                                List.of(List.of(48.1, 11.5), List.of(48.2, 11.5), List.of(48.2, 11.6)),
                                "tags",
                                Map.of("highway", "path")))
                .says("A path.");
        CountDownLatch ended = new CountDownLatch(1);
        AtomicReference<Boolean> onUi = new AtomicReference<>(false);
        try (ScriptedServer server = ScriptedServer.openAiChat().otherwise(script)) {
            Config.getPref().put("plumbline.url", server.address().toString());
            try (EditSession talk = EditSession.on(data).get(60, TimeUnit.SECONDS)) {
                talk.session().observe(new ConversationObserver() {
                    @Override
                    public void onFinished(AiReturn ret) {
                        onUi.set(EventQueue.isDispatchThread());
                        ended.countDown();
                    }
                });
                EventQueue.invokeAndWait(() -> talk.ask("a path"));
                assertThat(ended.await(60, TimeUnit.SECONDS)).isTrue();
                assertThat(ConversationRows.of(talk.session().path()))
                        .last()
                        .satisfies(row -> assertThat(row.text()).isEqualTo("A path."));
            }
        }
        assertThat(onUi).hasValue(true);
        assertThat(data.getWays()).singleElement().satisfies(way -> {
            assertThat(way.getNodesCount()).isEqualTo(3);
            assertThat(way.get("highway")).isEqualTo("path");
        });
        assertThat(UndoRedoHandler.getInstance().getUndoCommands()).hasSize(1);
        UndoRedoHandler.getInstance().undo();
        assertThat(data.getWays()).isEmpty();
        assertThat(data.getNodes()).isEmpty();
    }
}
