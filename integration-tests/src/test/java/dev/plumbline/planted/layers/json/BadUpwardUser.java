package dev.plumbline.planted.layers.json;

import dev.plumbline.planted.layers.policy.FineIndependent;

/** Looks up. */
public final class BadUpwardUser {
    static int height() {
        return new FineIndependent().height();
    }
}
