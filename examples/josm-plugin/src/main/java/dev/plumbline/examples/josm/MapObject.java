package dev.plumbline.examples.josm;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.openstreetmap.josm.data.coor.LatLon;
import org.openstreetmap.josm.data.osm.OsmPrimitive;

/**
 * A node, way or relation, as a model reads it.
 *
 * @param id e.g. {@code way -5}; new objects have negative numbers
 * @param at [latitude, longitude] of a node, or of the middle of the box around a way or relation
 */
record MapObject(String id, Map<String, String> tags, List<Double> at) {
    private static final int MOST = 50;

    static MapObject of(OsmPrimitive object) {
        LatLon middle = object.getBBox().getCenter();
        return new MapObject(
                id(object),
                object.getKeys(),
                middle == null || !middle.isValid()
                        ? List.of()
                        : List.of(rounded(middle.lat()), rounded(middle.lon())));
    }

    static String id(OsmPrimitive object) {
        return object.getType().getAPIName().toLowerCase(Locale.ROOT) + " " + object.getUniqueId();
    }

    /** As precise as the host writes it into files. */
    private static double rounded(double degrees) {
        return Math.round(degrees * 1e7) / 1e7;
    }

    /**
     * Objects, with their exact number.
     *
     * @param total how many there are
     * @param objects the first fifty of them
     */
    record Page(int total, List<MapObject> objects) {
        static Page of(Collection<? extends OsmPrimitive> objects) {
            return new Page(
                    objects.size(),
                    objects.stream().limit(MOST).map(MapObject::of).toList());
        }
    }
}
