package dev.plumbline.violations.environment.tools;

import java.util.function.LongSupplier;

/** Touches the world. */
final class BadNanosInLambda {
    LongSupplier touch() {
        return () -> System.currentTimeMillis() + 1;
    }
}
