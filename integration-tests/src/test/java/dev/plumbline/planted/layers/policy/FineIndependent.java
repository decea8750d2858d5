package dev.plumbline.planted.layers.policy;

/** Looks nowhere. */
public final class FineIndependent {
    public int height() {
        return 1;
    }
}
