package dev.plumbline.examples.josm;

import dev.plumbline.tool.Param;
import dev.plumbline.tool.Tool;
import dev.plumbline.tool.ToolException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.openstreetmap.josm.command.AddCommand;
import org.openstreetmap.josm.command.Command;
import org.openstreetmap.josm.command.SequenceCommand;
import org.openstreetmap.josm.data.UndoRedoHandler;
import org.openstreetmap.josm.data.coor.LatLon;
import org.openstreetmap.josm.data.osm.DataSet;
import org.openstreetmap.josm.data.osm.Node;
import org.openstreetmap.josm.data.osm.Way;

/** The tool that draws. Each way is one step of the host's undo. */
record Ways(DataSet data) {

    @Tool("Draws a way through these points and returns its id.")
    Drawn addWay(
            @Param("[latitude, longitude] each, at least two") List<List<Double>> points,
            @Param("tags, e.g. highway=path") Map<String, String> tags) {
        if (points.size() < 2 || points.stream().anyMatch(point -> point.size() != 2)) {
            throw new ToolException("A way has at least two points, each with latitude and longitude.");
        }
        Way way = new Way();
        List<Command> steps = new ArrayList<>();
        for (List<Double> point : points) {
            Node node = new Node(new LatLon(point.get(0), point.get(1)));
            way.addNode(node);
            steps.add(new AddCommand(data, node));
        }
        tags.forEach(way::put);
        steps.add(new AddCommand(data, way));
        UndoRedoHandler.getInstance().add(new SequenceCommand("AI: a way", steps));
        return new Drawn(way.getUniqueId(), way.getNodesCount(), Math.round(way.getLength()));
    }

    /** A way that was drawn. */
    record Drawn(long id, int nodes, long metres) {}
}
