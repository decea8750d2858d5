package dev.plumbline.examples.freeplane;

import dev.plumbline.assistant.Assistant;
import dev.plumbline.assistant.AssistantDocument;
import dev.plumbline.assistant.AssistantSettings;
import dev.plumbline.tool.ToolException;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.freeplane.core.resources.ResourceController;
import org.freeplane.core.undo.IUndoHandler;
import org.freeplane.core.util.HtmlUtils;
import org.freeplane.features.map.IMapSelection;
import org.freeplane.features.map.MapModel;
import org.freeplane.features.map.NodeModel;
import org.freeplane.features.mode.Controller;

/** The nodes of a map, by id, and its revision. Used on the UI thread. */
final class MapNodes {
    private static final int MOST = 200;

    private static final String INSTRUCTIONS = """
            You edit a mind map in Freeplane. Ids come from read_map and from the fact "selected".
            Texts of nodes are short and plain. Work with the tools, then say in a sentence what you did.""";

    private final MapModel map;

    MapNodes(MapModel map) {
        this.map = map;
    }

    /** The assistant of this plug-in, with the host's settings. */
    static Assistant assistant() {
        ResourceController host = ResourceController.getResourceController();
        return Assistant.builder("Ask AI in Freeplane")
                .settings(AssistantSettings.of(
                        name -> host.getProperty("plumbline." + name, ""),
                        (name, text) -> host.setProperty("plumbline." + name, text)))
                .instructions(INSTRUCTIONS)
                .conversations(Path.of(host.getFreeplaneUserDirectory(), "ask-ai"))
                .build();
    }

    /** The map as a document of the assistant. */
    AssistantDocument document() {
        TurnSteps steps = steps();
        return AssistantDocument.of(this::identity, this::revision, new MapTools(this, steps))
                .withFact("selected", this::selected)
                .withUndo(steps);
    }

    MapModel map() {
        return map;
    }

    /** Returns steps of the host's undo of this map. */
    private TurnSteps steps() {
        return new TurnSteps(
                map.getExtension(IUndoHandler.class), handler -> map.putExtension(IUndoHandler.class, handler));
    }

    /** The node of that id. */
    NodeModel node(String id) {
        return Optional.ofNullable(map.getNodeForID(id))
                .orElseThrow(() -> new ToolException("There is no node " + id + "; read_map has the ids."));
    }

    /** The node and all below it, in the order in which they are shown. */
    Page branch(NodeModel top) {
        return Page.of(all(top));
    }

    private static List<NodeModel> all(NodeModel top) {
        List<NodeModel> found = new ArrayList<>();
        collect(top, found);
        return found;
    }

    private static void collect(NodeModel node, List<NodeModel> found) {
        found.add(node);
        node.getChildren().forEach(child -> collect(child, found));
    }

    /** What the user has selected, if this map is shown. */
    Page selected() {
        Controller host = Controller.getCurrentController();
        IMapSelection selection = host.getSelection();
        return Page.of(
                selection == null || host.getMap() != map ? List.of() : List.copyOf(selection.getOrderedSelection()));
    }

    /** The path of its file; empty for a map that was never saved. */
    private String identity() {
        return Optional.ofNullable(map.getFile()).map(File::getPath).orElse("");
    }

    /** The same after undo. */
    private String revision() {
        return AssistantDocument.digest(all(map.getRootNode()).stream().map(Fact::of));
    }

    /**
     * A node, as a model reads it.
     *
     * @param parent the id of the node it is under; empty for the root
     * @param text without marks of HTML
     */
    record Fact(String id, String parent, String text) {
        static Fact of(NodeModel node) {
            NodeModel parent = node.getParentNode();
            return new Fact(
                    node.createID(), parent == null ? "" : parent.createID(), HtmlUtils.htmlToPlain(node.getText()));
        }
    }

    /**
     * Nodes, with their exact number.
     *
     * @param total how many there are
     * @param nodes the first two hundred of them
     */
    record Page(int total, List<Fact> nodes) {
        static Page of(List<NodeModel> nodes) {
            return new Page(
                    nodes.size(), nodes.stream().limit(MOST).map(Fact::of).toList());
        }
    }
}
