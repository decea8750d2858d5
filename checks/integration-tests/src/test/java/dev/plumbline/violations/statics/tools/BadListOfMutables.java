package dev.plumbline.violations.statics.tools;

import java.util.List;

/** An unmodifiable list of what can change. */
final class BadListOfMutables {
    static final List<StringBuilder> TEXTS = List.of(new StringBuilder("a"));
}
