package dev.plumbline.violations.console.cli;

/** The one that may. */
final class FinePrint {
    void run() {
        System.out.println("a");
    }
}
