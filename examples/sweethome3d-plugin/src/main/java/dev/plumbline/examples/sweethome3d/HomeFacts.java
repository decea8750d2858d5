package dev.plumbline.examples.sweethome3d;

import com.eteks.sweethome3d.model.CatalogPieceOfFurniture;
import com.eteks.sweethome3d.model.HomeObject;
import com.eteks.sweethome3d.model.HomePieceOfFurniture;
import com.eteks.sweethome3d.model.Room;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** What the model is told of things: as they are now, not as they were asked for. Centimetres and degrees. */
final class HomeFacts {

    private HomeFacts() {}

    /** What kind of thing it is, with all that counts of it. */
    static Object of(HomeObject thing) {
        if (thing instanceof com.eteks.sweethome3d.model.Wall wall) {
            return of(wall);
        }
        return thing instanceof Room room ? of(room) : of((HomePieceOfFurniture) thing);
    }

    /** How a question to the user names a thing. */
    static String name(HomeObject thing) {
        if (thing instanceof com.eteks.sweethome3d.model.Wall wall) {
            return "a wall of " + Math.round(wall.getLength()) + " cm";
        } else if (thing instanceof Room room) {
            return room.getName() == null ? "a room" : "the room " + room.getName();
        }
        return String.valueOf(((HomePieceOfFurniture) thing).getName());
    }

    static Wall of(com.eteks.sweethome3d.model.Wall wall) {
        return new Wall(
                wall.getId(),
                tidy(wall.getXStart()),
                tidy(wall.getYStart()),
                tidy(wall.getXEnd()),
                tidy(wall.getYEnd()),
                tidy(wall.getLength()),
                tidy(wall.getThickness()));
    }

    static Area of(Room room) {
        List<List<Double>> points = Arrays.stream(room.getPoints())
                .map(point -> List.of(tidy(point[0]), tidy(point[1])))
                .toList();
        return new Area(
                room.getId(), Optional.ofNullable(room.getName()), points, Math.round(room.getArea() / 100) / 100.0);
    }

    static Piece of(HomePieceOfFurniture piece) {
        return new Piece(
                piece.getId(),
                String.valueOf(piece.getName()),
                tidy(piece.getX()),
                tidy(piece.getY()),
                tidy(Math.toDegrees(piece.getAngle())),
                new Size(tidy(piece.getWidth()), tidy(piece.getDepth()), tidy(piece.getHeight())));
    }

    static Offer of(CatalogPieceOfFurniture piece) {
        return new Offer(
                String.valueOf(piece.getId()),
                String.valueOf(piece.getName()),
                piece.getCategory().getName(),
                new Size(tidy(piece.getWidth()), tidy(piece.getDepth()), tidy(piece.getHeight())),
                piece.isDoorOrWindow());
    }

    /** Tenths are enough: the host's floats have digits nobody drew. */
    static double tidy(double value) {
        return Math.round(value * 10) / 10.0;
    }

    /** A wall, from its start to its end. */
    record Wall(String id, double x1, double y1, double x2, double y2, double length, double thickness) {}

    /** A room with its corners. */
    record Area(String id, Optional<String> name, List<List<Double>> points, double squareMetres) {}

    /** A piece of furniture, a door or a window, by its middle. */
    record Piece(String id, String name, double x, double y, double angle, Size size) {}

    /** What the catalogue offers. */
    record Offer(String catalogId, String name, String category, Size size, boolean doorOrWindow) {}

    /** How big it is. */
    record Size(double width, double depth, double height) {}
}
