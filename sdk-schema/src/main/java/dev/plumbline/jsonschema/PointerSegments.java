package dev.plumbline.jsonschema;

/** The segments of JSON Pointers. */
final class PointerSegments {
    /** A longer segment is no name that helps a reader; it would only fill a message. */
    private static final int LONGEST = 64;

    private PointerSegments() {}

    /** A name as a segment. */
    static String escape(String name) {
        return name.replace("~", "~0").replace("/", "~1");
    }

    /** A segment as a name. */
    static String unescape(String segment) {
        return segment.replace("~1", "/").replace("~0", "~");
    }

    /** A pointer into a schema as it is shown: long segments are {@code *}. */
    static String shown(String pointer) {
        StringBuilder shown = new StringBuilder();
        for (String segment : pointer.split("/", -1)) {
            shown.append('/').append(segment.length() > LONGEST ? "*" : segment);
        }
        return shown.substring(1);
    }
}
