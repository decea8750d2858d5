package dev.plumbline.violations.console.tools;

/** Prints. */
final class BadPrint {
    void run() {
        System.out.println("a");
    }
}
