package dev.plumbline.policies;

import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.json.UntrustedJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds the one JSON object or array in other text: in a code fence, or between sentences. Of two it takes none,
 * because only the model knows which one it meant; an object is preferred to arrays, which prose uses for references.
 */
final class JsonInText {
    /** So many openings that lead nowhere are tried, which keeps the search linear in the length of the text. */
    private static final int MOST_OPENINGS = 64;

    private final String text;
    private final List<Json> objects = new ArrayList<>();
    private final List<Json> arrays = new ArrayList<>();
    private boolean tooDeep;

    private JsonInText(String text) {
        this.text = text;
    }

    static Optional<Json> find(String text) {
        JsonInText search = new JsonInText(text);
        search.run();
        return one(search.objects).or(() -> search.objects.isEmpty() ? one(search.arrays) : Optional.empty());
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
     * Behind the bracket that closes the one at {@code start}; -1 when none does. Notes whether it is nested too deep: then
     * no part of it is taken for the whole.
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
