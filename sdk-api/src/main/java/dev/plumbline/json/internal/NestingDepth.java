package dev.plumbline.json.internal;

/** The depth of a JSON text, and the limit of depth of JSON from outside. */
final class NestingDepth {
    /** The maximum depth of JSON from models, tools, servers and context sources; see {@link UntrustedJson#MAX_DEPTH}. */
    static final int MOST_FROM_OUTSIDE = 128;

    /** The end of the messages about depth. */
    static final String MOST = ", and JSON from outside has at most " + MOST_FROM_OUTSIDE + " levels";

    private NestingDepth() {}

    /** Returns the rule that a value of that depth breaks. */
    static String rule(int depth) {
        return "arrays and objects are nested " + depth + " levels deep" + MOST;
    }

    /** Returns the maximum number of open brackets, not counting those in strings; also for text that is not JSON. */
    static int of(CharSequence text) {
        int open = 0;
        int most = 0;
        boolean quoted = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quoted) {
                i += c == '\\' ? 1 : 0;
                quoted = c != '"';
            } else if (c == '{' || c == '[') {
                open++;
                most = Math.max(most, open);
            } else if (c == '}' || c == ']') {
                open--;
            } else {
                quoted = c == '"';
            }
        }
        return most;
    }
}
