package dev.plumbline.examples.floorplan;

import dev.plumbline.examples.floorplan.FloorPlan.Direction;
import dev.plumbline.examples.floorplan.FloorPlan.Door;
import dev.plumbline.examples.floorplan.FloorPlan.Point;
import dev.plumbline.examples.floorplan.FloorPlan.Room;
import dev.plumbline.examples.floorplan.FloorPlan.Wall;
import java.util.List;
import java.util.Locale;
import java.util.function.ToIntFunction;

/** A floor plan as a picture: rooms, walls as thick as they are, doors with their swing, dimensions. One use. */
public final class FloorPlanSvg {
    private static final int MARGIN = 1700;
    private static final int DIMENSION_GAP = 800;
    private static final String STYLE = """
            .room { fill: #f7f4ec; }
            .wall { stroke: #2e3338; stroke-linecap: square; }
            .opening { stroke: #f7f4ec; }
            .door { stroke: #2e3338; stroke-width: 40; }
            .swing { fill: none; stroke: #8a9199; stroke-width: 15; }
            .dimension { stroke: #8a9199; stroke-width: 15; }
            text { font-family: Helvetica, Arial, sans-serif; fill: #2e3338; text-anchor: middle; }
            .name { font-size: 300px; font-weight: bold; }
            .area, .measure { font-size: 220px; }
            """;

    private final FloorPlan plan;
    private final List<Integer> xs;
    private final List<Integer> ys;
    private final SvgWriter svg;

    private FloorPlanSvg(FloorPlan plan) {
        this.plan = plan;
        this.xs = axes(true, Point::x);
        this.ys = axes(false, Point::y);
        this.svg = new SvgWriter(
                new Point(first(xs) - MARGIN, first(ys) - MARGIN),
                new Point(last(xs) + MARGIN, last(ys) + MARGIN),
                STYLE);
    }

    public static String of(FloorPlan plan) {
        return new FloorPlanSvg(plan).draw();
    }

    /** Where walls stand, in order: the x of those that go up, or the y of the others; never empty. */
    private List<Integer> axes(boolean vertical, ToIntFunction<Point> coordinate) {
        List<Integer> found = plan.walls().stream()
                .filter(wall -> wall.direction().isVertical() == vertical)
                .map(wall -> coordinate.applyAsInt(wall.from()))
                .distinct()
                .sorted()
                .toList();
        return found.isEmpty() ? List.of(0) : found;
    }

    private String draw() {
        plan.rooms().forEach(room -> svg.rectangle("class=\"room\"", room.corner(), room.width(), room.depth()));
        plan.walls().forEach(this::wall);
        plan.doors().forEach(this::door);
        plan.rooms().forEach(this::label);
        dimensions();
        return svg.end();
    }

    private void wall(Wall wall) {
        String attributes = "class=\"wall\" id=\"" + wall.id() + "\" stroke-width=\"" + wall.thickness() + "\"";
        svg.line(attributes, wall.from(), wall.to());
    }

    /** An opening, the leaf at a right angle to it, and the quarter circle in which it swings. */
    private void door(Door door) {
        Wall wall = plan.wall(door.wall()).orElseThrow();
        Point hinge = wall.at(door.at());
        Point jamb = wall.at(door.at() + door.width());
        Point leaf = hinge.toward(wall.direction(), 0, door.width());
        svg.line("class=\"opening\" stroke-width=\"" + (wall.thickness() + 10) + "\"", hinge, jamb);
        svg.line("class=\"door\" id=\"" + door.id() + "\"", hinge, leaf);
        svg.quarter("class=\"swing\"", leaf, jamb, door.width());
    }

    private void label(Room room) {
        Point middle =
                new Point(room.corner().x() + room.width() / 2, room.corner().y() + room.depth() / 2);
        double area = (double) room.width() * room.depth() / 1e6;
        svg.text("class=\"name\"", middle, room.name());
        svg.text(
                "class=\"area\"",
                middle.toward(Direction.EAST, 0, -350),
                String.format(Locale.ROOT, "%.1f m\u00b2", area));
    }

    /** The whole below and on the left; the parts above and on the right, where there is more than one. */
    private void dimensions() {
        dimension(new Point(first(xs), first(ys) - DIMENSION_GAP), Direction.EAST, last(xs) - first(xs));
        dimension(new Point(first(xs) - DIMENSION_GAP, first(ys)), Direction.NORTH, last(ys) - first(ys));
        for (int i = 1; xs.size() > 2 && i < xs.size(); i++) {
            dimension(new Point(xs.get(i - 1), last(ys) + DIMENSION_GAP), Direction.EAST, xs.get(i) - xs.get(i - 1));
        }
        for (int i = 1; ys.size() > 2 && i < ys.size(); i++) {
            dimension(new Point(last(xs) + DIMENSION_GAP, ys.get(i - 1)), Direction.NORTH, ys.get(i) - ys.get(i - 1));
        }
    }

    private void dimension(Point from, Direction direction, int length) {
        Point to = from.toward(direction, length, 0);
        Point words = from.toward(direction, length / 2, 100);
        svg.line("class=\"dimension\"", from, to);
        tick(from);
        tick(to);
        if (direction.isVertical()) {
            svg.upright("class=\"measure\"", words, Integer.toString(length));
        } else {
            svg.text("class=\"measure\"", words, Integer.toString(length));
        }
    }

    private void tick(Point at) {
        svg.line("class=\"dimension\"", new Point(at.x() - 90, at.y() - 90), new Point(at.x() + 90, at.y() + 90));
    }

    private static int first(List<Integer> sorted) {
        return sorted.get(0);
    }

    private static int last(List<Integer> sorted) {
        return sorted.get(sorted.size() - 1);
    }
}
