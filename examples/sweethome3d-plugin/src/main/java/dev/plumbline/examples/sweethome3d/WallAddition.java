package dev.plumbline.examples.sweethome3d;

import com.eteks.sweethome3d.model.Home;
import com.eteks.sweethome3d.model.Level;
import com.eteks.sweethome3d.model.Wall;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A wall that was added and joined to the walls it meets. */
final class WallAddition implements Change {
    private static final float REACH = 1;

    private final Home home;
    private final Wall wall;
    private final @Nullable Level level;
    private final WallShapeSnapshot before;
    private @Nullable WallShapeSnapshot after;

    WallAddition(Home home, Wall wall) {
        this.home = home;
        this.wall = wall;
        this.level = home.getSelectedLevel();
        this.before = WallShapeSnapshot.around(met());
    }

    private List<Wall> met() {
        return home.getWalls().stream()
                .filter(other -> meets(other, wall.getXStart(), wall.getYStart())
                        || meets(other, wall.getXEnd(), wall.getYEnd()))
                .toList();
    }

    private static boolean meets(Wall other, float x, float y) {
        return other.containsWallStartAt(x, y, REACH) || other.containsWallEndAt(x, y, REACH);
    }

    @Override
    public void redo() {
        home.addWall(wall);
        wall.setLevel(level);
        if (after == null) {
            join();
            after = WallShapeSnapshot.around(List.of(wall));
        } else {
            after.restore();
        }
    }

    @Override
    public void undo() {
        home.deleteWall(wall);
        before.restore();
    }

    private void join() {
        for (Wall other : home.getWalls()) {
            if (other != wall && other.isAtLevel(level)) {
                joinStart(other);
                joinEnd(other);
            }
        }
    }

    private void joinStart(Wall other) {
        if (wall.getWallAtStart() == null && take(other, wall.getXStart(), wall.getYStart())) {
            wall.setWallAtStart(other);
        }
    }

    private void joinEnd(Wall other) {
        if (wall.getWallAtEnd() == null && take(other, wall.getXEnd(), wall.getYEnd())) {
            wall.setWallAtEnd(other);
        }
    }

    /** Joins a free end of the other wall that lies there. */
    private boolean take(Wall other, float x, float y) {
        if (other.getWallAtStart() == null && other.containsWallStartAt(x, y, REACH)) {
            other.setWallAtStart(wall);
            return true;
        }
        if (other.getWallAtEnd() == null && other.containsWallEndAt(x, y, REACH)) {
            other.setWallAtEnd(wall);
            return true;
        }
        return false;
    }
}
