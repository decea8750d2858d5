package dev.plumbline.violations.environment.tools;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Touches the world. */
final class BadTimeout {
    Object touch(CompletableFuture<String> f) {
        return f.orTimeout(1, TimeUnit.SECONDS);
    }
}
