package dev.plumbline.examples.floorplan;

import dev.plumbline.body.ToolEnvelope.Code;
import dev.plumbline.examples.floorplan.FloorPlan.Direction;
import dev.plumbline.examples.floorplan.FloorPlan.Door;
import dev.plumbline.examples.floorplan.FloorPlan.Point;
import dev.plumbline.examples.floorplan.FloorPlan.Room;
import dev.plumbline.examples.floorplan.FloorPlan.Wall;
import dev.plumbline.tool.Param;
import dev.plumbline.tool.Tool;
import dev.plumbline.tool.ToolException;
import java.util.List;
import java.util.Optional;

/** What a model may do with a floor plan. It is told what is wrong in words it can act upon. */
public final class FloorPlanTools {
    private final FloorPlan plan;

    /** Tools that draw in that plan. */
    public FloorPlanTools(FloorPlan plan) {
        this.plan = plan;
    }

    @Tool("Draws a straight wall and returns it with its id. Millimetres along its axis.")
    Wall drawWall(
            @Param("where it begins") Point from,
            @Param("where it goes") Direction direction,
            @Param("mm") int length,
            @Param("mm; 150 unless given") Optional<Integer> thickness) {
        if (length <= 0) {
            throw refusal("A wall needs a length of more than 0 mm. To go the other way, change its direction.");
        }
        if (thickness.orElse(150) <= 0) {
            throw refusal("A wall needs a thickness of more than 0 mm.");
        }
        return plan.addWall(from, direction, length, thickness.orElse(150));
    }

    @Tool("Puts a door into a wall. Its leaf opens to the left of the wall's direction.")
    Door addDoor(
            @Param("the wall's id") String wall,
            @Param("mm from the wall's beginning to the hinge") int at,
            @Param("mm") int width) {
        Wall found = plan.wall(wall).orElseThrow(() -> refusal("There is no such wall. Call walls for the ids."));
        if (at < 0 || width <= 0 || width > found.length() - at) {
            throw refusal("The door does not fit into this wall of " + found.length() + " mm.");
        }
        return plan.addDoor(found, at, width);
    }

    @Tool("Names a room: a rectangle between the axes of walls.")
    Room addRoom(
            String name,
            @Param("its lower left corner") Point corner,
            @Param("mm to the right") int width,
            @Param("mm up") int depth) {
        if (width <= 0 || depth <= 0) {
            throw refusal("A room needs a width and a depth of more than 0 mm.");
        }
        return plan.addRoom(new Room(name, corner, width, depth));
    }

    @Tool(value = "Lists the walls.", readOnly = true)
    List<Wall> walls() {
        return plan.walls();
    }

    private static ToolException refusal(String forTheModel) {
        return new ToolException(Code.INVALID_ARGUMENTS, forTheModel);
    }
}
