package dev.plumbline.violations.console.tools;

import java.util.List;

/** Prints by a reference. */
final class BadReference {
    void run() {
        List.of("a").forEach(System.err::println);
    }
}
