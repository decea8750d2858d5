package dev.plumbline.planted.layers.policy;

/** Looks nowhere. */
public final class FineRoof {
    public int height() {
        return 1;
    }
}
