package dev.plumbline.examples.floorplan;

import dev.plumbline.examples.floorplan.FloorPlan.Point;
import java.util.Locale;

/** A drawing in SVG, one unit per millimetre, y up as in the plan. Attributes are given as they stand in the file. */
final class SvgWriter {
    private static final int PIXELS = 900;

    private final StringBuilder elements = new StringBuilder();

    /** A white page between two corners. */
    SvgWriter(Point lowerLeft, Point upperRight, String style) {
        int width = upperRight.x() - lowerLeft.x();
        int height = upperRight.y() - lowerLeft.y();
        add(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"%d %d %d %d\">",
                PIXELS, (long) PIXELS * height / width, lowerLeft.x(), -upperRight.y(), width, height);
        elements.append("<style>\n").append(style).append("</style>\n");
        rectangle("fill=\"white\"", lowerLeft, width, height);
    }

    void rectangle(String attributes, Point lowerLeft, int width, int height) {
        add(
                "<rect %s x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>",
                attributes, lowerLeft.x(), -lowerLeft.y() - height, width, height);
    }

    void line(String attributes, Point from, Point to) {
        add("<line %s x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/>", attributes, from.x(), -from.y(), to.x(), -to.y());
    }

    /** A quarter of a circle, clockwise. */
    void quarter(String attributes, Point from, Point to, int radius) {
        add(
                "<path %s d=\"M %d %d A %d %d 0 0 1 %d %d\"/>",
                attributes, from.x(), -from.y(), radius, radius, to.x(), -to.y());
    }

    void text(String attributes, Point at, String words) {
        add("<text %s x=\"%d\" y=\"%d\">%s</text>", attributes, at.x(), -at.y(), escaped(words));
    }

    /** A text that is read from the right. */
    void upright(String attributes, Point at, String words) {
        text(String.format(Locale.ROOT, "%s transform=\"rotate(-90 %d %d)\"", attributes, at.x(), -at.y()), at, words);
    }

    String end() {
        return elements.append("</svg>\n").toString();
    }

    private void add(String element, Object... values) {
        elements.append(String.format(Locale.ROOT, element, values)).append('\n');
    }

    private static String escaped(String words) {
        StringBuilder safe = new StringBuilder();
        words.codePoints().filter(SvgWriter::isXml).forEach(c -> safe.append(escaped(c)));
        return safe.toString();
    }

    private static String escaped(int codePoint) {
        return switch (codePoint) {
            case '<' -> "&lt;";
            case '>' -> "&gt;";
            case '&' -> "&amp;";
            default -> Character.toString(codePoint);
        };
    }

    private static boolean isXml(int codePoint) {
        return codePoint >= ' '
                && Character.getType(codePoint) != Character.SURROGATE
                && (codePoint & 0xFFFE) != 0xFFFE;
    }
}
