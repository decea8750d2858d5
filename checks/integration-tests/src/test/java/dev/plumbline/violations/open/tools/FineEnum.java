package dev.plumbline.violations.open.tools;

/** An enum whose constants have bodies. */
public enum FineEnum {
    /** The one. */
    ONE {
        @Override
        int size() {
            return 1;
        }
    };

    abstract int size();
}
