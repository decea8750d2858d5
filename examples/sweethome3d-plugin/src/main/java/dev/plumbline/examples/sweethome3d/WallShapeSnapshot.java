package dev.plumbline.examples.sweethome3d;

import com.eteks.sweethome3d.model.Wall;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Where some walls and those joined to them ran, and how they were joined. The host forgets the joints of a wall that is
 * deleted, so whoever takes an edit back has to remember them.
 */
final class WallShapeSnapshot {
    private final List<Shape> shapes;

    private WallShapeSnapshot(List<Shape> shapes) {
        this.shapes = shapes;
    }

    /** Of these walls and their neighbours, as they are now. */
    static WallShapeSnapshot around(Collection<Wall> walls) {
        Set<Wall> all = new LinkedHashSet<>(walls);
        walls.forEach(wall -> neighbours(wall).forEach(all::add));
        return new WallShapeSnapshot(all.stream().map(Shape::of).toList());
    }

    static Stream<Wall> neighbours(Wall wall) {
        return Stream.of(wall.getWallAtStart(), wall.getWallAtEnd()).filter(Objects::nonNull);
    }

    void restore() {
        shapes.forEach(Shape::restore);
    }

    /** Moves the ends of its neighbours along, so that what was joined stays joined. */
    static void pull(Wall wall) {
        @Nullable Wall start = wall.getWallAtStart();
        @Nullable Wall end = wall.getWallAtEnd();
        if (start != null) {
            pull(start, wall, wall.getXStart(), wall.getYStart());
        }
        if (end != null) {
            pull(end, wall, wall.getXEnd(), wall.getYEnd());
        }
    }

    private static void pull(Wall neighbour, Wall wall, float x, float y) {
        if (neighbour.getWallAtStart() == wall) {
            neighbour.setXStart(x);
            neighbour.setYStart(y);
        } else if (neighbour.getWallAtEnd() == wall) {
            neighbour.setXEnd(x);
            neighbour.setYEnd(y);
        }
    }

    private record Shape(
            Wall wall,
            List<Float> line,
            @Nullable Wall atStart,
            @Nullable Wall atEnd) {
        static Shape of(Wall wall) {
            List<Float> line = List.of(wall.getXStart(), wall.getYStart(), wall.getXEnd(), wall.getYEnd());
            return new Shape(wall, line, wall.getWallAtStart(), wall.getWallAtEnd());
        }

        void restore() {
            wall.setXStart(line.get(0));
            wall.setYStart(line.get(1));
            wall.setXEnd(line.get(2));
            wall.setYEnd(line.get(3));
            wall.setWallAtStart(atStart);
            wall.setWallAtEnd(atEnd);
        }
    }
}
