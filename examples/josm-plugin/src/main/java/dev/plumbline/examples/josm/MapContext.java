package dev.plumbline.examples.josm;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.openstreetmap.josm.data.osm.BBox;
import org.openstreetmap.josm.data.osm.DataSet;
import org.openstreetmap.josm.data.osm.OsmPrimitive;
import org.openstreetmap.josm.data.osm.event.DataSetListener;
import org.openstreetmap.josm.data.osm.event.DataSetListenerAdapter;

/**
 * What the model is told about a data set before each call: which one it is, how often it was edited, what is in it and
 * what is selected. Read on the UI thread.
 */
final class MapContext {
    private final DataSet data;
    private final Supplier<List<OsmPrimitive>> selected;
    private final AtomicLong edits = new AtomicLong();
    private final DataSetListener counter = new DataSetListenerAdapter(event -> edits.incrementAndGet());
    private Facts counted = new Facts(-1, Optional.empty(), 0, 0, 0, new MapObject.Page(0, List.of()));

    MapContext(DataSet data, Supplier<List<OsmPrimitive>> selected) {
        this.data = data;
        this.selected = selected;
        data.addDataSetListener(counter);
    }

    /** How often it was edited. */
    String revision() {
        return edits.toString();
    }

    /** What is in it. Counts only when something was edited: a data set may have a million nodes. */
    Facts read() {
        long revision = edits.get();
        if (counted.revision() != revision) {
            counted = new Facts(
                    revision,
                    bounds(),
                    usable(data.getNodes()),
                    usable(data.getWays()),
                    usable(data.getRelations()),
                    MapObject.Page.of(List.of()));
        }
        return counted.withSelected(MapObject.Page.of(selected.get()));
    }

    private static int usable(Collection<? extends OsmPrimitive> all) {
        return (int) all.stream().filter(OsmPrimitive::isUsable).count();
    }

    private Optional<Bounds> bounds() {
        BBox box = new BBox();
        data.getNodes().stream()
                .filter(node -> node.isUsable() && node.isLatLonKnown())
                .forEach(node -> box.add(node.lon(), node.lat()));
        return box.isValid() ? Optional.of(Bounds.of(box)) : Optional.empty();
    }

    /** What is in a data set, in that state of it. */
    record Facts(long revision, Optional<Bounds> bounds, int nodes, int ways, int relations, MapObject.Page selected) {
        Facts withSelected(MapObject.Page now) {
            return new Facts(revision, bounds, nodes, ways, relations, now);
        }
    }

    /** The box around all nodes, in degrees. */
    record Bounds(double south, double west, double north, double east) {
        static Bounds of(BBox box) {
            return new Bounds(
                    box.getBottomRightLat(), box.getTopLeftLon(), box.getTopLeftLat(), box.getBottomRightLon());
        }
    }
}
