package dev.plumbline.violations.accessors.tools;

/** Gets that are none. */
public final class FineGetters extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public String get() {
        return "";
    }

    public String getOf(String name) {
        return name;
    }

    @Override
    public String getMessage() {
        return "";
    }

    String getHidden() {
        return "";
    }
}
