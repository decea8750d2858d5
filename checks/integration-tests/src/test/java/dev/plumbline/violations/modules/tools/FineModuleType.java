package dev.plumbline.violations.modules.tools;

/** A type of one module. */
public final class FineModuleType {
    public int weight() {
        return 1;
    }
}
