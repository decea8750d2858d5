package dev.plumbline.planted.accessors.tools;

/** Says get. */
public final class BadGetter {
    public String getName() {
        return "";
    }
}
