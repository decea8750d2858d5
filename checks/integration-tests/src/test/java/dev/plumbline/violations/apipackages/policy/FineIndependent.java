package dev.plumbline.violations.apipackages.policy;

/** Looks nowhere. */
public final class FineIndependent {
    public int height() {
        return 1;
    }
}
