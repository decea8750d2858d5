package dev.plumbline.examples.sweethome3d;

import com.eteks.sweethome3d.model.Home;
import com.eteks.sweethome3d.model.HomeObject;
import com.eteks.sweethome3d.model.HomePieceOfFurniture;
import com.eteks.sweethome3d.model.Level;
import com.eteks.sweethome3d.model.Room;
import com.eteks.sweethome3d.model.Wall;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** That a thing stands in the home, in its place among those of its kind and on its level. */
final class PresenceChange {
    private final Home home;
    private final HomeObject thing;
    private final int index;
    private final @Nullable Level level;

    private PresenceChange(Home home, HomeObject thing, int index, @Nullable Level level) {
        this.home = home;
        this.thing = thing;
        this.index = index;
        this.level = level;
    }

    /** A new thing, on the level that is shown. */
    static Change added(Home home, HomeObject thing) {
        int last = thing instanceof Room
                ? home.getRooms().size()
                : home.getFurniture().size();
        PresenceChange presence = new PresenceChange(home, thing, last, home.getSelectedLevel());
        return Change.of(presence::begin, presence::end);
    }

    /** A thing that goes; joints of walls are remembered. */
    static Change deleted(Home home, HomeObject thing) {
        PresenceChange presence = new PresenceChange(home, thing, indexOf(home, thing), levelOf(thing));
        WallShapeSnapshot before = WallShapeSnapshot.around(thing instanceof Wall wall ? List.of(wall) : List.of());
        return Change.of(presence::end, () -> {
            presence.begin();
            before.restore();
        });
    }

    private static int indexOf(Home home, HomeObject thing) {
        return thing instanceof Room
                ? home.getRooms().indexOf(thing)
                : home.getFurniture().indexOf(thing);
    }

    private static @Nullable Level levelOf(HomeObject thing) {
        if (thing instanceof Wall wall) {
            return wall.getLevel();
        }
        return thing instanceof Room room ? room.getLevel() : ((HomePieceOfFurniture) thing).getLevel();
    }

    private void begin() {
        if (thing instanceof Wall wall) {
            home.addWall(wall);
            wall.setLevel(level);
        } else if (thing instanceof Room room) {
            home.addRoom(room, index);
            room.setLevel(level);
        } else if (thing instanceof HomePieceOfFurniture piece) {
            home.addPieceOfFurniture(piece, index);
            piece.setLevel(level);
        }
    }

    private void end() {
        if (thing instanceof Wall wall) {
            home.deleteWall(wall);
        } else if (thing instanceof Room room) {
            home.deleteRoom(room);
        } else if (thing instanceof HomePieceOfFurniture piece) {
            home.deletePieceOfFurniture(piece);
        }
    }
}
