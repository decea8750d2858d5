package dev.plumbline.json;

/** JSON Pointers as RFC 6901 reads them. */
final class Pointer {

    private Pointer() {}

    static Json follow(Json from, String pointer) {
        if (pointer.isEmpty()) {
            return from;
        }
        if (pointer.charAt(0) != '/') {
            throw new IllegalArgumentException("a JSON Pointer is empty or begins with '/'");
        }
        Json found = from;
        for (String step : pointer.substring(1).split("/", -1)) {
            found = found.kind() == Json.Kind.ARRAY ? element(found, step) : found.get(unescaped(step));
        }
        return found;
    }

    private static Json element(Json array, String step) {
        return isIndex(step) ? array.element(Integer.parseInt(step)) : array.get(unescaped(step));
    }

    /** Decimal without a leading zero; nine digits are more than any array has. */
    private static boolean isIndex(String step) {
        return step.equals("0")
                || (!step.isEmpty()
                        && step.length() <= 9
                        && step.charAt(0) != '0'
                        && step.chars().allMatch(c -> c >= '0' && c <= '9'));
    }

    private static String unescaped(String step) {
        if (step.indexOf('~') < 0) {
            return step;
        }
        if (!step.matches("([^~]|~[01])*")) {
            throw new IllegalArgumentException("in a JSON Pointer a '~' is written ~0 and a '/' in a name ~1");
        }
        return step.replace("~1", "/").replace("~0", "~");
    }
}
