package dev.plumbline.json.internal;

/** Parses JSON Pointers (RFC 6901). */
public final class JsonPointer {
    private static final String[] NO_STEPS = {};

    private JsonPointer() {}

    /** Returns the steps of a pointer, outermost first and still escaped; none for the whole value. */
    public static String[] steps(String pointer) {
        if (pointer.isEmpty()) {
            return NO_STEPS;
        }
        if (pointer.charAt(0) != '/') {
            throw new IllegalArgumentException("a JSON Pointer must be empty or begin with '/'");
        }
        return pointer.substring(1).split("/", -1);
    }

    /** Returns whether a step is a decimal index without leading zero; nine digits suffice for any array. */
    public static boolean isIndex(String step) {
        return step.equals("0")
                || (!step.isEmpty()
                        && step.length() <= 9
                        && step.charAt(0) != '0'
                        && step.chars().allMatch(c -> c >= '0' && c <= '9'));
    }

    /** Returns the name of the member that a step leads to. */
    public static String unescaped(String step) {
        if (step.indexOf('~') < 0) {
            return step;
        }
        if (!step.matches("([^~]|~[01])*")) {
            throw new IllegalArgumentException("in a JSON Pointer '~' must be written ~0, and '/' in a name ~1");
        }
        return step.replace("~1", "/").replace("~0", "~");
    }

    /** Returns the pointer to a member of the value at a pointer. */
    public static String below(String pointer, String name) {
        return pointer + "/" + name.replace("~", "~0").replace("/", "~1");
    }
}
