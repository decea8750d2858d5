package dev.plumbline.violations.console.tools;

/** Prints a stack. */
final class BadTrace {
    void run(Exception e) {
        e.printStackTrace();
    }
}
