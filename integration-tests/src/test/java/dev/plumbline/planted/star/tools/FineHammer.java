package dev.plumbline.planted.star.tools;

/** A type of one module. */
public final class FineHammer {
    public int weight() {
        return 1;
    }
}
