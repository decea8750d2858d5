package dev.plumbline.planted.console.tools;

/** Prints a stack. */
final class BadTrace {
    void run(Exception e) {
        e.printStackTrace();
    }
}
