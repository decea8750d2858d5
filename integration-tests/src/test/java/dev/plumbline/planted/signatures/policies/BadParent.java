package dev.plumbline.planted.signatures.policies;

import com.github.benmanes.caffeine.cache.Ticker;

/** Shows it as a parent. */
public final class BadParent implements Ticker {
    @Override
    public long read() {
        return 0;
    }
}
