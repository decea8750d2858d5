package dev.plumbline.examples.sweethome3d;

import com.eteks.sweethome3d.model.HomeObject;
import com.eteks.sweethome3d.model.HomePieceOfFurniture;
import com.eteks.sweethome3d.model.Room;
import com.eteks.sweethome3d.model.Selectable;
import com.eteks.sweethome3d.model.Wall;
import dev.plumbline.json.Json;
import dev.plumbline.time.Subscription;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.Param;
import dev.plumbline.tool.ToolContext;
import dev.plumbline.tool.ToolException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The tools that change what stands, and take it away. */
record EditTools(HomePlan plan) {

    List<AiTool> tools() {
        return List.of(
                AiTool.of(
                                "move",
                                "Moves a thing and returns where it is now. Walls pull the walls joined to them.",
                                Move.class,
                                this::move)
                        .withPreview(this::whatMoves, this::drawWhatMoves),
                AiTool.of(
                                "resize",
                                "Makes a wall longer or shorter, or gives a piece of furniture another size.",
                                Resize.class,
                                this::resize)
                        .withPreview(in -> "Resize "
                                + HomeFacts.name(plan.thing(in.get("id").asText())) + "."),
                AiTool.of("delete", "Deletes things.", Delete.class, this::delete)
                        .withTags("destructive")
                        .withPreview(this::whatGoes, this::drawWhatGoes));
    }

    private Subscription drawWhatGoes(Json in) {
        return plan.ghost(
                PlanGhost.GOES,
                in.get("ids").elements().stream()
                        .map(id -> ((Selectable) plan.thing(id.asText())).getPoints())
                        .toList());
    }

    private String whatMoves(Json in) {
        return "Move " + HomeFacts.name(plan.thing(in.get("id").asText())) + " by "
                + Math.round(in.get("dx").asDouble()) + " cm to the right and "
                + Math.round(in.get("dy").asDouble()) + " cm down.";
    }

    private Subscription drawWhatMoves(Json in) {
        float[][] points = ((Selectable) plan.thing(in.get("id").asText())).getPoints();
        float dx = (float) in.get("dx").asDouble();
        float dy = (float) in.get("dy").asDouble();
        return plan.ghost(
                PlanGhost.COMES,
                List.<float[][]>of(Arrays.stream(points)
                        .map(point -> new float[] {point[0] + dx, point[1] + dy})
                        .toArray(float[][]::new)));
    }

    /** Names what goes. It looks at the plan, so it is made on the UI thread, where the tool runs. */
    private String whatGoes(Json in) {
        return in.get("ids").elements().stream()
                .map(id -> HomeFacts.name(plan.thing(id.asText())))
                .collect(Collectors.joining(", ", "Delete from the plan: ", "."));
    }

    private Object move(Move in, ToolContext call) {
        HomeObject thing = changeable(in.id());
        if (thing instanceof HomePieceOfFurniture piece && !piece.isMovable()) {
            throw new ToolException("The user has fixed this piece: it cannot be moved.");
        }
        plan.change(call.ids().turn(), new ShapeChange(thing, () -> shift(thing, (float) in.dx(), (float) in.dy())));
        return HomeFacts.of(thing);
    }

    private static void shift(HomeObject thing, float dx, float dy) {
        ((Selectable) thing).move(dx, dy);
        if (thing instanceof Wall wall) {
            WallShapeSnapshot.pull(wall);
        }
    }

    private Object resize(Resize in, ToolContext call) {
        HomeObject thing = changeable(in.id());
        if (thing instanceof Room) {
            throw new ToolException("Rooms cannot be resized: delete it and add another one.");
        }
        positive(in);
        plan.change(call.ids().turn(), new ShapeChange(thing, () -> resize(thing, in)));
        return HomeFacts.of(thing);
    }

    private static void positive(Resize in) {
        boolean wrong = List.of(in.length(), in.width(), in.depth(), in.height()).stream()
                .flatMap(Optional::stream)
                .anyMatch(size -> size < 1);
        if (wrong) {
            throw new ToolException("A size is at least 1 cm.");
        }
    }

    private static void resize(HomeObject thing, Resize in) {
        if (thing instanceof Wall wall) {
            in.length().ifPresent(length -> stretch(wall, length / wall.getLength()));
        } else if (thing instanceof HomePieceOfFurniture piece && piece.isResizable()) {
            in.width().ifPresent(width -> piece.setWidth(width.floatValue()));
            in.depth().ifPresent(depth -> piece.setDepth(depth.floatValue()));
            in.height().ifPresent(height -> piece.setHeight(height.floatValue()));
        } else {
            throw new ToolException("This piece has one size only.");
        }
    }

    private static void stretch(Wall wall, double factor) {
        wall.setXEnd((float) (wall.getXStart() + (wall.getXEnd() - wall.getXStart()) * factor));
        wall.setYEnd((float) (wall.getYStart() + (wall.getYEnd() - wall.getYStart()) * factor));
        WallShapeSnapshot.pull(wall);
    }

    private Gone delete(Delete in, ToolContext call) {
        List<HomeObject> things =
                in.ids().stream().distinct().map(this::changeable).toList();
        for (HomeObject thing : things) {
            plan.change(call.ids().turn(), PresenceChange.deleted(plan.home(), thing));
        }
        return new Gone(things.size(), plan.things().size());
    }

    private HomeObject changeable(String id) {
        HomeObject thing = plan.thing(id);
        if (!(thing instanceof HomePieceOfFurniture)) {
            plan.mayDraw();
        }
        return thing;
    }

    record Move(
            String id,
            @Param("cm to the right") double dx,
            @Param("cm down") double dy) {}

    record Resize(
            String id,
            @Param("of a wall, cm; its start stays") Optional<Double> length,
            @Param("of furniture, cm") Optional<Double> width,
            @Param("of furniture, cm") Optional<Double> depth,
            @Param("of furniture, cm") Optional<Double> height) {}

    record Delete(List<String> ids) {}

    record Gone(int deleted, int left) {}
}
