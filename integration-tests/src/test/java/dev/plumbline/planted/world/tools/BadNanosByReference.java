package dev.plumbline.planted.world.tools;

import java.util.function.LongSupplier;

/** Touches the world. */
final class BadNanosByReference {
    LongSupplier touch() {
        return System::nanoTime;
    }
}
