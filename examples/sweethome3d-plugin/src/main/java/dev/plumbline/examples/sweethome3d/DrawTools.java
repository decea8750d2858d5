package dev.plumbline.examples.sweethome3d;

import com.eteks.sweethome3d.model.CatalogDoorOrWindow;
import com.eteks.sweethome3d.model.CatalogLight;
import com.eteks.sweethome3d.model.CatalogPieceOfFurniture;
import com.eteks.sweethome3d.model.HomeDoorOrWindow;
import com.eteks.sweethome3d.model.HomeLight;
import com.eteks.sweethome3d.model.HomePieceOfFurniture;
import com.eteks.sweethome3d.model.Room;
import com.eteks.sweethome3d.model.Wall;
import dev.plumbline.json.Json;
import dev.plumbline.time.Subscription;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.Param;
import dev.plumbline.tool.ToolContext;
import dev.plumbline.tool.ToolException;
import java.util.List;
import java.util.Optional;

/** The tools that add to the plan. */
record DrawTools(HomePlan plan) {

    List<AiTool> tools() {
        return List.of(
                AiTool.of(
                                "add_wall",
                                "Adds a straight wall and joins it to walls that end where it begins or ends.",
                                Line.class,
                                this::addWall)
                        .withPreview(DrawTools::whatComes, this::drawWhatComes),
                AiTool.of("add_room", "Adds a room: a floor with a name.", Corners.class, this::addRoom),
                AiTool.of(
                        "add_furniture",
                        "Places a piece of the catalogue with its middle there.",
                        Place.class,
                        this::addFurniture),
                AiTool.of(
                        "add_door",
                        "Puts a door or a window of the catalogue into a wall.",
                        Opening.class,
                        this::addDoor));
    }

    private HomeFacts.Wall addWall(Line in, ToolContext call) {
        plan.mayDraw();
        if (Math.hypot(in.x2() - in.x1(), in.y2() - in.y1()) < 1) {
            throw new ToolException("This wall has no length. Give two different points.");
        }
        double thickness = in.thickness().orElse((double) plan.preferences().getNewWallThickness());
        Wall wall = new Wall(
                (float) in.x1(), (float) in.y1(), (float) in.x2(), (float) in.y2(), (float) thickness, height());
        plan.change(call.ids().turn(), new WallAddition(plan.home(), wall));
        return HomeFacts.of(wall);
    }

    private static String whatComes(Json in) {
        double length = Math.hypot(
                in.get("x2").asDouble() - in.get("x1").asDouble(),
                in.get("y2").asDouble() - in.get("y1").asDouble());
        return "Add a wall of " + Math.round(length) + " cm.";
    }

    private Subscription drawWhatComes(Json in) {
        float thickness = in.get("thickness").kind() == Json.Kind.NUMBER
                ? (float) in.get("thickness").asDouble()
                : plan.preferences().getNewWallThickness();
        Wall wall = new Wall(
                (float) in.get("x1").asDouble(),
                (float) in.get("y1").asDouble(),
                (float) in.get("x2").asDouble(),
                (float) in.get("y2").asDouble(),
                thickness,
                height());
        return plan.ghost(PlanGhost.COMES, List.<float[][]>of(wall.getPoints()));
    }

    private float height() {
        return plan.home().getWallHeight();
    }

    private HomeFacts.Area addRoom(Corners in, ToolContext call) {
        plan.mayDraw();
        if (in.points().size() < 3 || in.points().stream().anyMatch(point -> point.size() != 2)) {
            throw new ToolException("A room has at least three corners, each with x and y.");
        }
        Room room = new Room(in.points().stream()
                .map(point ->
                        new float[] {point.get(0).floatValue(), point.get(1).floatValue()})
                .toArray(float[][]::new));
        room.setName(in.name());
        room.setAreaVisible(true);
        plan.change(call.ids().turn(), PresenceChange.added(plan.home(), room));
        return HomeFacts.of(room);
    }

    private HomeFacts.Piece addFurniture(Place in, ToolContext call) {
        HomePieceOfFurniture piece = piece(in.catalogId());
        piece.setX((float) in.x());
        piece.setY((float) in.y());
        piece.setAngle((float) Math.toRadians(in.angle().orElse(0.0)));
        plan.change(call.ids().turn(), PresenceChange.added(plan.home(), piece));
        return HomeFacts.of(piece);
    }

    private HomeFacts.Piece addDoor(Opening in, ToolContext call) {
        Wall wall = plan.wall(in.wall());
        HomePieceOfFurniture piece = piece(in.catalogId());
        if (!(piece instanceof HomeDoorOrWindow door)) {
            throw new ToolException("That is no door and no window: use add_furniture.");
        }
        if (in.at() < 0 || in.at() > wall.getLength()) {
            throw new ToolException(
                    "This wall is " + HomeFacts.tidy(wall.getLength()) + " cm long; that is beside it.");
        }
        hang(door, wall, in.at() / wall.getLength());
        plan.change(call.ids().turn(), PresenceChange.added(plan.home(), door));
        return HomeFacts.of(door);
    }

    private static void hang(HomeDoorOrWindow door, Wall wall, double share) {
        float dx = wall.getXEnd() - wall.getXStart();
        float dy = wall.getYEnd() - wall.getYStart();
        door.setX((float) (wall.getXStart() + dx * share));
        door.setY((float) (wall.getYStart() + dy * share));
        door.setAngle((float) Math.atan2(dy, dx));
        if (door.isResizable() && door.getWallThickness() > 0) {
            door.setDepth(wall.getThickness() / door.getWallThickness());
        }
        door.setBoundToWall(true);
    }

    private HomePieceOfFurniture piece(String catalogId) {
        CatalogPieceOfFurniture found = plan.catalog().stream()
                .filter(piece -> catalogId.equals(piece.getId()))
                .findFirst()
                .orElseThrow(() -> new ToolException("Not in the catalogue: find_furniture has the catalogIds."));
        if (found instanceof CatalogDoorOrWindow door) {
            return new HomeDoorOrWindow(door);
        }
        return found instanceof CatalogLight light ? new HomeLight(light) : new HomePieceOfFurniture(found);
    }

    record Line(
            @Param("start, cm") double x1,
            @Param("start, cm") double y1,
            @Param("end, cm") double x2,
            @Param("end, cm") double y2,
            @Param("cm; the user's own unless given") Optional<Double> thickness) {}

    record Corners(
            String name,

            @Param("the corners in order, each [x, y] in cm")
            List<List<Double>> points) {}

    record Place(
            @Param("from find_furniture") String catalogId,
            @Param("cm") double x,
            @Param("cm") double y,
            @Param("degrees, clockwise; 0 unless given") Optional<Double> angle) {}

    record Opening(
            @Param("from find_furniture") String catalogId,
            @Param("id of the wall") String wall,

            @Param("its middle, cm from the start of the wall")
            double at) {}
}
