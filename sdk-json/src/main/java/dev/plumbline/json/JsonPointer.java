package dev.plumbline.json;

/** JSON Pointers as RFC 6901 reads them. */
final class JsonPointer {
    private static final String[] NO_STEPS = {};

    private JsonPointer() {}

    /** The steps of a pointer, outermost first and as they are written; none for the whole value. */
    static String[] steps(String pointer) {
        if (pointer.isEmpty()) {
            return NO_STEPS;
        }
        if (pointer.charAt(0) != '/') {
            throw new IllegalArgumentException("a JSON Pointer is empty or begins with '/'");
        }
        return pointer.substring(1).split("/", -1);
    }

    /** Decimal without a leading zero; nine digits are more than any array has. */
    static boolean isIndex(String step) {
        return step.equals("0")
                || (!step.isEmpty()
                        && step.length() <= 9
                        && step.charAt(0) != '0'
                        && step.chars().allMatch(c -> c >= '0' && c <= '9'));
    }

    /** The name of the member that a step leads to. */
    static String unescaped(String step) {
        if (step.indexOf('~') < 0) {
            return step;
        }
        if (!step.matches("([^~]|~[01])*")) {
            throw new IllegalArgumentException("in a JSON Pointer a '~' is written ~0 and a '/' in a name ~1");
        }
        return step.replace("~1", "/").replace("~0", "~");
    }
}
