package dev.plumbline.planted.libraries.tools;

import com.github.benmanes.caffeine.cache.Caffeine;

/** Caffeine serves in any room. */
final class FineMemory {
    int[] size() {
        return new int[] {(int) Caffeine.newBuilder().build().estimatedSize()};
    }
}
