package dev.plumbline.examples.floorplan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A drawing: walls, doors and rooms in whole millimetres, x to the right and y up. Safe for any number of threads, because
 * tools draw on threads of the runtime.
 */
public final class FloorPlan {
    private final List<Wall> walls = new ArrayList<>();
    private final List<Door> doors = new ArrayList<>();
    private final List<Room> rooms = new ArrayList<>();

    /** An empty plan. */
    public FloorPlan() {}

    /** Adds a wall and gives it the next id: w1, w2 and so on. */
    synchronized Wall addWall(Point from, Direction direction, int length, int thickness) {
        Wall wall = new Wall("w" + (walls.size() + 1), from, direction, length, thickness);
        walls.add(wall);
        return wall;
    }

    /** Adds a door, that many millimetres from the start of a wall. */
    synchronized Door addDoor(Wall wall, int at, int width) {
        Door door = new Door("d" + (doors.size() + 1), wall.id(), at, width);
        doors.add(door);
        return door;
    }

    /** Adds a room. */
    synchronized Room addRoom(Room room) {
        rooms.add(room);
        return room;
    }

    /** The wall of that id. */
    synchronized Optional<Wall> wall(String id) {
        return walls.stream().filter(wall -> wall.id().equals(id)).findFirst();
    }

    /** The walls so far, in the order in which they were drawn. */
    public synchronized List<Wall> walls() {
        return List.copyOf(walls);
    }

    /** The doors so far, in the order in which they were drawn. */
    public synchronized List<Door> doors() {
        return List.copyOf(doors);
    }

    /** The rooms so far, in the order in which they were named. */
    public synchronized List<Room> rooms() {
        return List.copyOf(rooms);
    }

    /**
     * A place in the plan.
     *
     * @param x mm to the right
     * @param y mm up
     */
    public record Point(int x, int y) {
        /** The place that far in a direction; sideways is to the left of it. */
        Point toward(Direction direction, int ahead, int left) {
            return new Point(
                    x + direction.dx * ahead - direction.dy * left, y + direction.dy * ahead + direction.dx * left);
        }
    }

    /** Where a wall goes. */
    public enum Direction {
        /** To the right. */
        EAST(1, 0),
        /** Up. */
        NORTH(0, 1),
        /** To the left. */
        WEST(-1, 0),
        /** Down. */
        SOUTH(0, -1);

        private final int dx;
        private final int dy;

        Direction(int dx, int dy) {
            this.dx = dx;
            this.dy = dy;
        }

        boolean isVertical() {
            return dx == 0;
        }
    }

    /**
     * A straight wall, measured along its axis.
     *
     * @param id unique in the plan
     * @param from where it begins
     * @param direction where it goes
     * @param length in mm
     * @param thickness in mm
     */
    public record Wall(String id, Point from, Direction direction, int length, int thickness) {
        Point to() {
            return at(length);
        }

        /** The place on the axis that far from its beginning. */
        Point at(int distance) {
            return from.toward(direction, distance, 0);
        }
    }

    /**
     * A door in a wall; its leaf opens to the left of the wall's direction.
     *
     * @param id unique in the plan
     * @param wall the id of the wall
     * @param at mm from the beginning of the wall to the hinge
     * @param width in mm
     */
    public record Door(String id, String wall, int at, int width) {}

    /**
     * A room: a name for a rectangle between the axes of walls.
     *
     * @param name for people
     * @param corner its lower left corner
     * @param width mm to the right
     * @param depth mm up
     */
    public record Room(String name, Point corner, int width, int depth) {}
}
