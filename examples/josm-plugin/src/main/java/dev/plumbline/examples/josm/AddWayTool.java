package dev.plumbline.examples.josm;

import dev.plumbline.tool.Param;
import dev.plumbline.tool.Tool;
import dev.plumbline.tool.ToolException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.openstreetmap.josm.command.AddCommand;
import org.openstreetmap.josm.command.Command;
import org.openstreetmap.josm.command.SequenceCommand;
import org.openstreetmap.josm.data.UndoRedoHandler;
import org.openstreetmap.josm.data.coor.LatLon;
import org.openstreetmap.josm.data.osm.DataSet;
import org.openstreetmap.josm.data.osm.Node;
import org.openstreetmap.josm.data.osm.Way;

/**
 * The tool that draws. All that a message draws is one step of the host's undo, from its first way on: each further
 * way takes the step back and does it again with one way more, unless the user did something in between.
 */
final class AddWayTool {
    private final DataSet data;
    private final List<Command> drawn = new ArrayList<>();
    private @Nullable Command step;

    AddWayTool(DataSet data) {
        this.data = data;
    }

    /** Lets the next way begin a step of its own. */
    void beginStep() {
        step = null;
    }

    @Tool("Draws a way through these points and returns its id.")
    Drawn addWay(
            @Param("[latitude, longitude] each, at least two") List<List<Double>> points,
            @Param("tags, e.g. highway=path") Map<String, String> tags) {
        if (points.size() < 2 || points.stream().anyMatch(point -> point.size() != 2)) {
            throw new ToolException("A way has at least two points, each with latitude and longitude.");
        }
        Way way = new Way();
        List<Command> added = new ArrayList<>();
        for (List<Double> point : points) {
            Node node = new Node(new LatLon(point.get(0), point.get(1)));
            way.addNode(node);
            added.add(new AddCommand(data, node));
        }
        tags.forEach(way::put);
        added.add(new AddCommand(data, way));
        post(added);
        return new Drawn(way.getUniqueId(), way.getNodesCount(), Math.round(way.getLength()));
    }

    private void post(List<Command> added) {
        UndoRedoHandler undo = UndoRedoHandler.getInstance();
        if (undo.hasUndoCommands() && isStep(undo.getLastCommand())) {
            undo.undo();
        } else {
            drawn.clear();
        }
        drawn.addAll(added);
        step = new SequenceCommand("AI: a wish", List.copyOf(drawn));
        undo.add(step);
    }

    @SuppressWarnings("ReferenceEquality") // this very one: another message may have drawn the same
    private boolean isStep(Command last) {
        return last == step;
    }

    /** A way that was drawn. */
    record Drawn(long id, int nodes, long metres) {}
}
