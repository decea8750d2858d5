package dev.plumbline.examples.sweethome3d;

import com.eteks.sweethome3d.model.HomeDoorOrWindow;
import com.eteks.sweethome3d.model.HomeObject;
import com.eteks.sweethome3d.model.HomePieceOfFurniture;
import com.eteks.sweethome3d.model.Room;
import com.eteks.sweethome3d.model.Wall;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A change of where a thing is or how big it is; walls that are joined to it come along. */
final class ShapeChange implements Change {
    private final HomeObject thing;
    private final Runnable action;
    private final Runnable before;
    private @Nullable Runnable after;

    ShapeChange(HomeObject thing, Runnable action) {
        this.thing = thing;
        this.action = action;
        this.before = shape(thing);
    }

    @Override
    public void redo() {
        if (after == null) {
            action.run();
            after = shape(thing);
        } else {
            after.run();
        }
    }

    @Override
    public void undo() {
        before.run();
    }

    /** Puts it back into the shape it has now. */
    private static Runnable shape(HomeObject thing) {
        if (thing instanceof Wall wall) {
            return WallShapeSnapshot.around(List.of(wall))::restore;
        }
        if (thing instanceof Room room) {
            float[][] points = room.getPoints();
            return () -> room.setPoints(points);
        }
        return shape((HomePieceOfFurniture) thing);
    }

    private static Runnable shape(HomePieceOfFurniture piece) {
        float[] place = {piece.getX(), piece.getY(), piece.getAngle()};
        float[] size = {piece.getWidth(), piece.getDepth(), piece.getHeight()};
        boolean bound = piece instanceof HomeDoorOrWindow door && door.isBoundToWall();
        return () -> {
            piece.setX(place[0]);
            piece.setY(place[1]);
            piece.setAngle(place[2]);
            piece.setWidth(size[0]);
            piece.setDepth(size[1]);
            piece.setHeight(size[2]);
            if (piece instanceof HomeDoorOrWindow door) {
                door.setBoundToWall(bound); // the host lets go of the wall at each of the calls above
            }
        };
    }
}
