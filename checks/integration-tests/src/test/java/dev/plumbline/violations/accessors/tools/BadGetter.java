package dev.plumbline.violations.accessors.tools;

/** Says get. */
public final class BadGetter {
    public String getName() {
        return "";
    }
}
