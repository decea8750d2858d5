package dev.plumbline.violations.environment.tools;

import java.util.concurrent.CompletableFuture;

/** Touches the world. */
final class BadCommonPool {
    Object touch() {
        return CompletableFuture.supplyAsync(() -> 1);
    }
}
