package dev.plumbline.violations.apipackages.provider;

/** Stands beside the tools. */
public final class FineSibling {
    public int width() {
        return 1;
    }
}
