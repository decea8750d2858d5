package dev.plumbline.examples.ghjson;

import dev.plumbline.examples.ghjson.GhValue.Arc;
import dev.plumbline.examples.ghjson.GhValue.Bounds;
import dev.plumbline.examples.ghjson.GhValue.Box;
import dev.plumbline.examples.ghjson.GhValue.Circle;
import dev.plumbline.examples.ghjson.GhValue.Colour;
import dev.plumbline.examples.ghjson.GhValue.Decimal;
import dev.plumbline.examples.ghjson.GhValue.Interval;
import dev.plumbline.examples.ghjson.GhValue.Line;
import dev.plumbline.examples.ghjson.GhValue.Plane;
import dev.plumbline.examples.ghjson.GhValue.Point;
import dev.plumbline.examples.ghjson.GhValue.Rectangle;
import dev.plumbline.examples.ghjson.GhValue.Text;
import dev.plumbline.examples.ghjson.GhValue.Truth;
import dev.plumbline.examples.ghjson.GhValue.Vector;
import dev.plumbline.examples.ghjson.GhValue.Whole;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/** Reads and writes values as prefixed strings. Numbers have a dot and no grouping, whatever the locale. */
final class GhValueCodec {

    private GhValueCodec() {}

    /**
     * Returns the value of a prefixed string.
     *
     * @throws IllegalArgumentException names the prefix and its form, never the value
     */
    static GhValue parse(String text) {
        int colon = text.indexOf(':');
        String prefix = colon < 0 ? "" : text.substring(0, colon);
        String rest = text.substring(colon + 1);
        try {
            return parse(prefix, rest);
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException wrong) {
            throw new IllegalArgumentException(
                    "a value with the prefix \"" + prefix + ":\" has another form; see section 6 of the specification");
        }
    }

    private static GhValue parse(String prefix, String rest) {
        return switch (prefix) {
            case "text" -> new Text(rest);
            case "number" -> new Decimal(decimal(rest));
            case "integer" -> new Whole(Long.parseLong(rest));
            case "boolean" -> new Truth(truth(rest));
            case "pointXYZ" -> point(rest);
            case "vectorXYZ" -> vector(rest);
            case "line2p" -> line(groups(rest, 2));
            case "planeOXY" -> plane(groups(rest, 3));
            case "circleCNRS" -> circle(groups(rest, 4));
            case "arc3P" -> arc(groups(rest, 3));
            case "boxOXY" -> box(groups(rest, 6));
            case "rectangleCXY" -> rectangle(groups(rest, 4));
            case "interval" -> interval(rest, '<');
            case "bounds" -> bounds(rest);
            case "argb" -> colour(numbers(rest, 4));
            default ->
                throw new IllegalArgumentException(
                        "a value has no known prefix, such as \"number:\"; see section 6" + " of the specification");
        };
    }

    private static boolean truth(String text) {
        if (!text.equals("true") && !text.equals("false")) {
            throw new NumberFormatException();
        }
        return text.equals("true");
    }

    private static double decimal(String text) {
        double value = new BigDecimal(text.strip()).doubleValue(); // no NaN, no hexadecimal, no suffix
        if (Double.isInfinite(value)) {
            throw new NumberFormatException();
        }
        return value;
    }

    private static String[] groups(String text, int count) {
        return parts(text, ";", count);
    }

    private static double[] numbers(String text, int count) {
        return Arrays.stream(parts(text, ",", count))
                .mapToDouble(GhValueCodec::decimal)
                .toArray();
    }

    private static String[] parts(String text, String separator, int count) {
        String[] parts = text.split(separator, -1);
        if (parts.length != count) {
            throw new NumberFormatException();
        }
        return parts;
    }

    private static Point point(String text) {
        double[] at = numbers(text, 3);
        return new Point(at[0], at[1], at[2]);
    }

    private static Vector vector(String text) {
        double[] to = numbers(text, 3);
        return new Vector(to[0], to[1], to[2]);
    }

    private static Line line(String[] groups) {
        return new Line(point(groups[0]), point(groups[1]));
    }

    private static Plane plane(String[] groups) {
        return new Plane(point(groups[0]), vector(groups[1]), vector(groups[2]));
    }

    private static Circle circle(String[] groups) {
        return new Circle(point(groups[0]), vector(groups[1]), decimal(groups[2]), vector(groups[3]));
    }

    private static Arc arc(String[] groups) {
        return new Arc(point(groups[0]), point(groups[1]), point(groups[2]));
    }

    private static Box box(String[] groups) {
        return new Box(plane(groups), interval(groups[3], ','), interval(groups[4], ','), interval(groups[5], ','));
    }

    private static Rectangle rectangle(String[] groups) {
        double[] size = numbers(groups[3], 2);
        return new Rectangle(plane(groups), size[0], size[1]);
    }

    private static Interval interval(String text, char separator) {
        String[] ends = parts(text, String.valueOf(separator), 2);
        return new Interval(decimal(ends[0]), decimal(ends[1]));
    }

    private static Bounds bounds(String text) {
        String[] sides = parts(text, "x", 2);
        return new Bounds(decimal(sides[0]), decimal(sides[1]));
    }

    private static Colour colour(double[] channels) {
        int[] whole = new int[channels.length];
        for (int i = 0; i < channels.length; i++) {
            whole[i] = (int) channels[i];
            if (whole[i] != channels[i]) {
                throw new NumberFormatException();
            }
        }
        return new Colour(whole[0], whole[1], whole[2], whole[3]);
    }

    static String text(GhValue value) {
        if (value instanceof Text text) {
            return "text:" + text.value();
        } else if (value instanceof Decimal number) {
            return "number:" + written(number.value());
        } else if (value instanceof Whole whole) {
            return "integer:" + whole.value();
        } else if (value instanceof Truth truth) {
            return "boolean:" + truth.value();
        } else if (value instanceof Colour colour) {
            return "argb:" + colour.alpha() + ',' + colour.red() + ',' + colour.green() + ',' + colour.blue();
        } else if (value instanceof Interval interval) {
            return "interval:" + written(interval.min()) + '<' + written(interval.max());
        } else if (value instanceof Bounds bounds) {
            return "bounds:" + written(bounds.width()) + 'x' + written(bounds.height());
        }
        return geometry(value);
    }

    private static String geometry(GhValue value) {
        if (value instanceof Point point) {
            return "pointXYZ:" + written(point);
        } else if (value instanceof Vector vector) {
            return "vectorXYZ:" + written(vector);
        } else if (value instanceof Line line) {
            return "line2p:" + written(line.from()) + ';' + written(line.to());
        } else if (value instanceof Plane plane) {
            return "planeOXY:" + written(plane);
        } else if (value instanceof Circle circle) {
            return "circleCNRS:" + written(circle.center()) + ';' + written(circle.normal()) + ';'
                    + written(circle.radius()) + ';' + written(circle.start());
        } else if (value instanceof Arc arc) {
            return "arc3P:" + written(arc.from()) + ';' + written(arc.through()) + ';' + written(arc.to());
        } else if (value instanceof Box box) {
            return "boxOXY:" + written(box.plane()) + ';' + written(box.x()) + ';' + written(box.y()) + ';'
                    + written(box.z());
        } else if (value instanceof Rectangle rectangle) {
            return "rectangleCXY:" + written(rectangle.plane()) + ';' + written(rectangle.width(), rectangle.height());
        }
        throw new IllegalStateException("a value of another kind");
    }

    private static String written(Plane plane) {
        return written(plane.origin()) + ';' + written(plane.x()) + ';' + written(plane.y());
    }

    private static String written(Point point) {
        return written(point.x(), point.y(), point.z());
    }

    private static String written(Vector vector) {
        return written(vector.x(), vector.y(), vector.z());
    }

    private static String written(Interval interval) {
        return written(interval.min(), interval.max());
    }

    private static String written(double... numbers) {
        return DoubleStream.of(numbers).mapToObj(GhValueCodec::written).collect(Collectors.joining(","));
    }

    /** Returns the shortest decimal that is read as the same number. */
    private static String written(double number) {
        BigDecimal shortest = BigDecimal.valueOf(number);
        return shortest.signum() == 0 ? "0" : shortest.stripTrailingZeros().toPlainString();
    }
}
