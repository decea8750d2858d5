package dev.plumbline.planted.layers.json;

import dev.plumbline.planted.layers.policy.FineRoof;

/** Looks up. */
public final class BadFloor {
    static int height() {
        return new FineRoof().height();
    }
}
