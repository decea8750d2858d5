package dev.plumbline.json;

import org.jspecify.annotations.Nullable;

/**
 * The limit of depth for JSON that comes from outside, and the ways to make values that keep it. {@link JsonCursor} keeps it,
 * too.
 */
public final class UntrustedJson {
    /**
     * The most levels of arrays and objects of JSON that models, tools, servers and context sources give: 128. It is lower
     * than the limit of all values, 200, because our own records wrap such values in levels of their own and have to be read
     * again.
     */
    public static final int MAX_DEPTH = 128;

    private static final String MOST = ", and JSON from outside has at most " + MAX_DEPTH + " levels";

    private UntrustedJson() {}

    /**
     * The value of a JSON text: read as by {@link Json#parse(String)}, and at most {@link #MAX_DEPTH} levels deep.
     *
     * @throws JsonException for a deeper value names the limit and how deep it is
     */
    public static Json parse(String text) {
        try {
            return bounded(Json.parse(text));
        } catch (JsonException e) {
            throw e.rule().equals(Node.TOO_DEEP) ? new JsonException(e.place(), rule(depth(text))) : e;
        }
    }

    /**
     * The JSON of a Java value: made as by {@link Json#of}, and at most {@link #MAX_DEPTH} levels deep.
     *
     * @throws JsonException for a deeper value names the limit, and how deep it is unless it may have no end
     */
    public static Json of(@Nullable Object value) {
        try {
            return bounded(Json.of(value));
        } catch (JsonException e) {
            boolean tooDeep = e.rule().startsWith(Node.TOO_DEEP);
            throw tooDeep ? new JsonException(e.place(), Node.TOO_DEEP + ", or hold themselves" + MOST) : e;
        }
    }

    private static Json bounded(Json json) {
        if (json.depth() > MAX_DEPTH) {
            throw json.fault(rule(json.depth()));
        }
        return json;
    }

    /** The rule that a value of that depth breaks. */
    static String rule(int depth) {
        return "arrays and objects are nested " + depth + " levels deep" + MOST;
    }

    /** How many brackets are open at most, not counting those in strings; also of a text that is no JSON. */
    static int depth(CharSequence text) {
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
