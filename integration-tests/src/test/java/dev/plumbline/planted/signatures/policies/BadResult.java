package dev.plumbline.planted.signatures.policies;

import com.github.benmanes.caffeine.cache.Cache;

/** Shows it as a result. */
public final class BadResult {
    public Cache<String, String> cache() {
        throw new UnsupportedOperationException();
    }
}
