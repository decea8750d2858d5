package dev.plumbline.json;

/** How deep arrays and objects of a text stand in each other, and how that is said. */
final class Nesting {
    private static final String MOST = ", and JSON from outside has at most " + Json.MAX_UNTRUSTED_DEPTH + " levels";

    /** The rule that a Java value breaks of which nobody knows whether it ends. */
    static final String ENDLESS = "arrays and objects are nested more than 200 levels deep, or hold themselves" + MOST;

    private Nesting() {}

    /** The rule that a value of that depth breaks. */
    static String rule(int depth) {
        return "arrays and objects are nested " + depth + " levels deep" + MOST;
    }

    /** How many brackets are open at most, not counting those in strings; also of a text that is no JSON. */
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
