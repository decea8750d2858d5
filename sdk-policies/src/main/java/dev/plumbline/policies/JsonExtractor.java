package dev.plumbline.policies;

import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.json.internal.UntrustedJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds the one JSON object or array in a text: in a code fence, or between sentences. If there are two it returns
 * none, because it cannot know which one is meant; an object is preferred to arrays, which prose uses for references.
 * The reasoning of a local model before its answer, in {@code <think>}, is skipped.
 */
final class JsonExtractor {
    /**
     * The maximum number of opening brackets that are tried, which keeps the search linear in the length of the text.
     */
    private static final int MOST_OPENINGS = 64;

    private static final String THOUGHT = "<think>";
    private static final String THOUGHT_END = "</think>";

    private final String text;
    private final List<Json> objects = new ArrayList<>();
    private final List<Json> arrays = new ArrayList<>();
    private boolean tooDeep;

    private JsonExtractor(String text) {
        this.text = text;
    }

    static Optional<Json> find(String text) {
        JsonExtractor search = new JsonExtractor(answer(text));
        search.run();
        return one(search.objects).or(() -> search.objects.isEmpty() ? one(search.arrays) : Optional.empty());
    }

    /** Returns the text without leading reasoning, whose first tag a template may have sent to the model already. */
    private static String answer(String text) {
        int end = text.indexOf(THOUGHT_END);
        boolean thoughts = end >= 0 && (text.stripLeading().startsWith(THOUGHT) || text.indexOf(THOUGHT) < 0);
        return thoughts ? text.substring(end + THOUGHT_END.length()) : text;
    }

    private static Optional<Json> one(List<Json> found) {
        return found.size() == 1 ? Optional.of(found.get(0)) : Optional.empty();
    }

    private void run() {
        int openings = 0;
        int at = 0;
        while (at < text.length() && openings < MOST_OPENINGS) {
            if (!isOpening(text.charAt(at))) {
                at++;
                continue;
            }
            openings++;
            int end = end(at);
            boolean whole = end > at && (tooDeep || take(text.substring(at, end)));
            at = whole ? end : at + 1;
        }
    }

    private boolean take(String piece) {
        try {
            Json found = UntrustedJson.parse(piece);
            (found.kind() == Json.Kind.OBJECT ? objects : arrays).add(found);
            return true;
        } catch (JsonException notThisOne) {
            return false;
        }
    }

    /**
     * Returns the index after the bracket that closes the one at {@code start}; -1 if none does. Records too deep
     * nesting, so that no inner part is taken for the whole.
     */
    private int end(int start) {
        int depth = 0;
        boolean quoted = false;
        tooDeep = false;
        for (int i = start; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quoted) {
                i += c == '\\' ? 1 : 0;
                quoted = c != '"';
            } else if (c == '"') {
                quoted = true;
            } else if (isOpening(c)) {
                depth++;
                tooDeep |= depth > UntrustedJson.MAX_DEPTH;
            } else if ((c == '}' || c == ']') && --depth == 0) {
                return i + 1;
            }
        }
        return -1;
    }

    private static boolean isOpening(char c) {
        return c == '{' || c == '[';
    }
}
