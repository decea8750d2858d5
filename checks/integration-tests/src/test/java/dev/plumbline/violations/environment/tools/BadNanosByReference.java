package dev.plumbline.violations.environment.tools;

import java.util.function.LongSupplier;

/** Touches the world. */
final class BadNanosByReference {
    LongSupplier touch() {
        return System::nanoTime;
    }
}
