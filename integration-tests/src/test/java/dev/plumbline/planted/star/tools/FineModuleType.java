package dev.plumbline.planted.star.tools;

/** A type of one module. */
public final class FineModuleType {
    public int weight() {
        return 1;
    }
}
