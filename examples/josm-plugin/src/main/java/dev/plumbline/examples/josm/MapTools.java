package dev.plumbline.examples.josm;

import dev.plumbline.tool.Param;
import dev.plumbline.tool.Tool;
import dev.plumbline.tool.ToolContext;
import dev.plumbline.tool.ToolException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.openstreetmap.josm.command.AddCommand;
import org.openstreetmap.josm.command.ChangePropertyCommand;
import org.openstreetmap.josm.command.Command;
import org.openstreetmap.josm.data.coor.LatLon;
import org.openstreetmap.josm.data.osm.DataSet;
import org.openstreetmap.josm.data.osm.Node;
import org.openstreetmap.josm.data.osm.OsmPrimitive;
import org.openstreetmap.josm.data.osm.OsmPrimitiveType;
import org.openstreetmap.josm.data.osm.SimplePrimitiveId;
import org.openstreetmap.josm.data.osm.Way;
import org.openstreetmap.josm.data.osm.search.SearchCompiler;
import org.openstreetmap.josm.data.osm.search.SearchParseError;

/**
 * The tools of a conversation: they find, read and change what is in one data set, and upload nothing. Results have tags
 * that others wrote, hence their label. Used on the UI thread.
 */
final class MapTools {
    private static final String LABEL = "origin-document";

    private final DataSet data;
    private final TurnCommands turn;
    private List<OsmPrimitive> selected = List.of();

    MapTools(DataSet data, TurnCommands turn) {
        this.data = data;
        this.turn = turn;
    }

    /** Takes what is selected now as the selection that a message is about, whatever the user selects later. */
    void takeSelection() {
        selected = usable(data.getAllSelected());
    }

    /** What the last message is about. */
    List<OsmPrimitive> selected() {
        return usable(selected);
    }

    private static List<OsmPrimitive> usable(Collection<OsmPrimitive> objects) {
        return objects.stream().filter(OsmPrimitive::isUsable).toList();
    }

    @Tool(name = "find_objects", value = "Finds objects by a search expression of JOSM.", readOnly = true, tags = LABEL)
    MapObject.Page findObjects(@Param("e.g. type:way highway=path -name:*") String search) {
        return MapObject.Page.of(found(search));
    }

    @Tool(
            name = "select_objects",
            value = "Selects what a search expression of JOSM finds, instead of what was selected.",
            tags = LABEL)
    MapObject.Page selectObjects(@Param("e.g. type:node amenity=bench") String search) {
        data.setSelected(found(search));
        takeSelection();
        return MapObject.Page.of(selected);
    }

    private List<OsmPrimitive> found(String search) {
        try {
            SearchCompiler.Match match = SearchCompiler.compile(search);
            return List.copyOf(data.getPrimitives(object -> object.isUsable() && match.match(object)));
        } catch (SearchParseError e) {
            throw new ToolException("This is no search expression of JOSM: " + e.getMessage());
        }
    }

    @Tool(
            name = "read_objects",
            value = "Returns objects with their tags: the selection, or those of these ids.",
            readOnly = true,
            tags = LABEL)
    MapObject.Page readObjects(@Param("e.g. way -5; missing for the selection") Optional<List<String>> ids) {
        return MapObject.Page.of(meant(ids));
    }

    @Tool(
            name = "change_tags",
            value = "Sets tags of the selection, or of the objects of these ids, and returns them. Other tags stay.",
            tags = LABEL)
    MapObject.Page changeTags(
            @Param("tags, e.g. surface=gravel; an empty value removes the tag") Map<String, String> tags,
            @Param("e.g. way -5; missing for the selection") Optional<List<String>> ids,
            ToolContext call) {
        List<OsmPrimitive> objects = meant(ids);
        if (objects.isEmpty()) {
            throw new ToolException("Nothing is selected: name ids, or select_objects first.");
        }
        turn.add(call.ids().turn(), List.of(new ChangePropertyCommand(data, objects, new HashMap<>(tags))));
        return MapObject.Page.of(objects);
    }

    private List<OsmPrimitive> meant(Optional<List<String>> ids) {
        return ids.map(names -> names.stream().map(this::object).toList()).orElseGet(this::selected);
    }

    private OsmPrimitive object(String id) {
        if (id.matches("(node|way|relation) -?\\d{1,18}")) {
            String[] parts = id.split(" ", 2);
            OsmPrimitive object = data.getPrimitiveById(
                    new SimplePrimitiveId(Long.parseLong(parts[1]), OsmPrimitiveType.fromApiTypeName(parts[0])));
            if (object != null && object.isUsable()) {
                return object;
            }
        }
        throw new ToolException("There is no object " + id + "; find_objects and read_objects return ids.");
    }

    @Tool(name = "add_node", value = "Adds a node and returns it.")
    MapObject addNode(
            double latitude,
            double longitude,
            @Param("tags, e.g. amenity=bench") Map<String, String> tags,
            ToolContext call) {
        Node node = node(latitude, longitude);
        node.setKeys(tags);
        turn.add(call.ids().turn(), List.of(new AddCommand(data, node)));
        return MapObject.of(node);
    }

    @Tool(name = "add_way", value = "Draws a way through these points and returns it.")
    Drawn addWay(
            @Param("[latitude, longitude] each, at least two") List<List<Double>> points,
            @Param("tags, e.g. highway=path") Map<String, String> tags,
            ToolContext call) {
        if (points.size() < 2 || points.stream().anyMatch(point -> point.size() != 2)) {
            throw new ToolException("A way has at least two points, each with latitude and longitude.");
        }
        Way way = new Way();
        List<Command> added = new ArrayList<>();
        for (List<Double> point : points) {
            Node node = node(point.get(0), point.get(1));
            way.addNode(node);
            added.add(new AddCommand(data, node));
        }
        way.setKeys(tags);
        added.add(new AddCommand(data, way));
        turn.add(call.ids().turn(), added);
        return new Drawn(MapObject.of(way), way.getNodesCount(), Math.round(way.getLength()));
    }

    private static Node node(double latitude, double longitude) {
        LatLon at = new LatLon(latitude, longitude);
        if (!at.isValid()) {
            throw new ToolException("Latitudes are -90 to 90 degrees, longitudes -180 to 180.");
        }
        return new Node(at);
    }

    /** A way that was drawn. */
    record Drawn(MapObject way, int nodes, long metres) {}
}
