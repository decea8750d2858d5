package dev.plumbline.planted.layers.provider;

/** Stands beside the tools. */
public final class FineDoor {
    public int width() {
        return 1;
    }
}
