package dev.plumbline.planted.signatures.policies;

import com.github.benmanes.caffeine.cache.Ticker;

/** Itself unseen. */
class HiddenParent {
    public Ticker ticker() {
        return Ticker.systemTicker();
    }
}
