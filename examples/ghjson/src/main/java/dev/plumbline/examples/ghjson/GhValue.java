package dev.plumbline.examples.ghjson;

/** A value of a document, written as a prefixed string such as {@code pointXYZ:1,2,3} (specification, 6). */
public sealed interface GhValue {

    /** Returns the value of a prefixed string; as {@link GhValueCodec#parse}. */
    static GhValue parse(String text) {
        return GhValueCodec.parse(text);
    }

    /** Returns the prefixed string. */
    default String text() {
        return GhValueCodec.text(this);
    }

    /** A text. */
    record Text(String value) implements GhValue {}

    /** A number with decimals. */
    record Decimal(double value) implements GhValue {}

    /** An integer. */
    record Whole(long value) implements GhValue {}

    /** True or false. */
    record Truth(boolean value) implements GhValue {}

    /** A point. */
    record Point(double x, double y, double z) implements GhValue {}

    /** A vector. */
    record Vector(double x, double y, double z) implements GhValue {}

    /** A line between two points. */
    record Line(Point from, Point to) implements GhValue {}

    /** A plane: its origin and its two axes. */
    record Plane(Point origin, Vector x, Vector y) implements GhValue {}

    /** A circle: its centre, its normal, its radius, and the direction of its start. */
    record Circle(Point center, Vector normal, double radius, Vector start) implements GhValue {}

    /** An arc through three points. */
    record Arc(Point from, Point through, Point to) implements GhValue {}

    /** A box: its plane and its extent along the three axes. */
    record Box(Plane plane, Interval x, Interval y, Interval z) implements GhValue {}

    /** A rectangle: its plane, width and height. */
    record Rectangle(Plane plane, double width, double height) implements GhValue {}

    /** An interval from a minimum to a maximum. */
    record Interval(double min, double max) implements GhValue {}

    /** A size on the canvas. */
    record Bounds(double width, double height) implements GhValue {}

    /** A colour; each channel is from 0 to 255. */
    record Colour(int alpha, int red, int green, int blue) implements GhValue {
        public Colour {
            for (int channel : new int[] {alpha, red, green, blue}) {
                if (channel < 0 || channel > 255) {
                    throw new IllegalArgumentException("a channel of a colour is from 0 to 255");
                }
            }
        }
    }
}
