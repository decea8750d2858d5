package dev.plumbline.planted.world.tools;

import java.util.concurrent.CompletableFuture;

/** Touches the world. */
final class BadCommonPool {
    Object touch() {
        return CompletableFuture.supplyAsync(() -> 1);
    }
}
