package dev.plumbline.examples.tutorial;

/**
 * A shape of a drawing. Immutable.
 *
 * @param id unique in its drawing
 * @param kind what it is
 * @param x the left edge in pixels
 * @param y the upper edge in pixels
 * @param width in pixels
 * @param height in pixels
 * @param colour as {@code #rrggbb}
 */
public record Shape(String id, Kind kind, int x, int y, int width, int height, String colour) {
    /** The kinds of shapes. */
    public enum Kind {
        CIRCLE,
        RECTANGLE
    }
}
