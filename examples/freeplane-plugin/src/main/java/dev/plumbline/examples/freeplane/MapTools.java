package dev.plumbline.examples.freeplane;

import dev.plumbline.tool.Param;
import dev.plumbline.tool.Tool;
import dev.plumbline.tool.ToolContext;
import dev.plumbline.tool.ToolException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.freeplane.features.map.NodeModel;
import org.freeplane.features.map.mindmapmode.MMapController;
import org.freeplane.features.mode.Controller;
import org.freeplane.features.mode.mindmapmode.MModeController;
import org.freeplane.features.text.mindmapmode.MTextController;

/** The tools of a conversation: they read a map, and change it as steps of the host's undo. Used on the UI thread. */
final class MapTools {
    private static final String LABEL = "origin-document";

    private final MapNodes nodes;
    private final TurnSteps steps;

    MapTools(MapNodes nodes, TurnSteps steps) {
        this.nodes = nodes;
        this.steps = steps;
    }

    @Tool(name = "read_map", value = "Returns nodes in their order.", readOnly = true, tags = LABEL)
    MapNodes.Page readMap(@Param("the node to begin with; missing for the whole map") Optional<String> below) {
        return nodes.branch(below.map(nodes::node).orElseGet(nodes.map()::getRootNode));
    }

    @Tool(name = "add_node", value = "Adds a node under another one and returns it.", tags = LABEL)
    MapNodes.Fact addNode(String parent, @Param("plain and short") String text, ToolContext call) {
        NodeModel under = writable(parent);
        String plain = plain(text);
        return change(call, () -> {
            NodeModel added = maps().addNewNode(under, under.getChildCount(), under.isNewChildLeft());
            MTextController.getController().setNodeText(added, plain);
            return added;
        });
    }

    @Tool(name = "change_text", value = "Replaces the text of a node and returns it.", tags = LABEL)
    MapNodes.Fact changeText(String id, @Param("plain and short") String text, ToolContext call) {
        NodeModel node = writable(id);
        String plain = plain(text);
        return change(call, () -> {
            MTextController.getController().setNodeText(node, plain);
            return node;
        });
    }

    @Tool(name = "move_node", value = "Moves a node, with all below it, to the end of another one.", tags = LABEL)
    MapNodes.Fact moveNode(String id, @Param("the node it is under from now on") String parent, ToolContext call) {
        NodeModel node = writable(id);
        NodeModel under = writable(parent);
        if (node.isRoot() || under == node || under.isDescendantOf(node)) {
            throw new ToolException("A node cannot be moved below itself, and the root cannot be moved.");
        }
        return change(call, () -> {
            maps().moveNodes(List.of(node), under, under.getChildCount());
            return node;
        });
    }

    private MapNodes.Fact change(ToolContext call, Supplier<NodeModel> edit) {
        if (Controller.getCurrentModeController() != MModeController.getMModeController()) {
            throw new ToolException("The user looks at something else than mind maps: nothing can be changed now.");
        }
        return MapNodes.Fact.of(steps.edit(call.ids().turn(), edit));
    }

    private static MMapController maps() {
        return (MMapController) MModeController.getMModeController().getMapController();
    }

    /** Of a node that is protected, the host would say so in a window. */
    private NodeModel writable(String id) {
        NodeModel node = nodes.node(id);
        if (nodes.map().isReadOnly() || !maps().isWriteable(node)) {
            throw new ToolException("The user has protected this node: it cannot be changed.");
        }
        return node;
    }

    /** The host runs texts that begin with = as programs, and loads pictures that HTML names. */
    private static String plain(String text) {
        if (text.strip().matches("(?s)[=<\\\\].*")) {
            throw new ToolException("Texts of nodes are plain: they do not begin with = or < or a backslash.");
        }
        return text;
    }
}
