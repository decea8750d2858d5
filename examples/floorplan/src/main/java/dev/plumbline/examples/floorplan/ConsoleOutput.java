package dev.plumbline.examples.floorplan;

import java.io.PrintWriter;

/** Where views and telemetry write: words flow on, a line begins where a line begins. Safe for several threads. */
final class ConsoleOutput {
    private final PrintWriter out;
    private boolean amidLine;

    ConsoleOutput(PrintWriter out) {
        this.out = out;
    }

    /** More of a text; shown at once. */
    synchronized void words(String piece) {
        out.print(piece);
        out.flush();
        amidLine = piece.isEmpty() ? amidLine : !piece.endsWith("\n");
    }

    /** A line of its own; an empty one ends what was begun. */
    synchronized void line(String text) {
        if (amidLine) {
            out.println();
            amidLine = false;
        }
        if (!text.isEmpty()) {
            out.println(text);
        }
        out.flush();
    }

    /** An empty line. */
    synchronized void gap() {
        line("");
        out.println();
    }
}
