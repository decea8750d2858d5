package dev.plumbline.planted.signatures.policies;

import com.github.benmanes.caffeine.cache.Ticker;

/** Keeps it to itself. */
public final class FineInside {
    private final Ticker ticker = Ticker.systemTicker();

    Ticker ticker() {
        return ticker;
    }
}
