package dev.plumbline.planted.star.tools;

/** A thing of one room. */
public final class FineHammer {
    public int weight() {
        return 1;
    }
}
