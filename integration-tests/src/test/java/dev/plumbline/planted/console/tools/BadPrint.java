package dev.plumbline.planted.console.tools;

/** Prints. */
final class BadPrint {
    void run() {
        System.out.println("a");
    }
}
