package dev.plumbline.providers.format;

import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.json.internal.UntrustedJson;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of one tool call while they arrive. A piece that goes on is passed on at once. One that may say again what
 * was said, because a service repeats or replaces what it sent, is held until the end, when all of it shows what is
 * meant; if it does not, everything is passed on as it came, and the call is refused because that is not JSON. One thread.
 */
final class CallArguments {
    private final StringBuilder passed = new StringBuilder();
    private final List<String> held = new ArrayList<>(0);

    /**
     * Adds a piece and returns what of it is passed on.
     *
     * @param whole whether the piece is all of the arguments, which the format sends again behind their pieces
     */
    String add(String piece, boolean whole) {
        if (piece.isEmpty() || (whole && piece.equals(passed + String.join("", held)))) {
            return "";
        }
        if (!held.isEmpty() || (whole && !passed.isEmpty()) || isDoubtful(piece, whole)) {
            held.add(piece);
            return "";
        }
        passed.append(piece);
        return piece;
    }

    private boolean isDoubtful(String piece, boolean whole) {
        if (passed.isEmpty()) {
            String text = piece.strip();
            return text.startsWith("\"") || text.contains("}{") || (!whole && text.equals("{}"));
        }
        boolean begins = piece.charAt(0) == passed.charAt(0) && piece.startsWith(passed.toString());
        return begins || (first(piece) == '{' && last() == '}');
    }

    private static char first(String piece) {
        String text = piece.stripLeading();
        return text.isEmpty() ? ' ' : text.charAt(0);
    }

    private char last() {
        int at = passed.length() - 1;
        while (at > 0 && passed.charAt(at) <= ' ') {
            at--;
        }
        return passed.charAt(at);
    }

    /** Returns what is still to be passed on at the end. */
    Rest rest() {
        if (held.isEmpty()) {
            return Rest.NONE;
        }
        String all = passed + String.join("", held);
        String meant = meant(all);
        held.clear();
        if (meant == null || !meant.startsWith(passed.toString())) {
            return new Rest(all.substring(passed.length()), false);
        }
        return new Rest(meant.substring(passed.length()), !meant.equals(all));
    }

    /** Returns the arguments that are certainly meant; null if none are. */
    private @Nullable String meant(String all) {
        Json value = parsed(all);
        if (value != null) {
            String inner = value.findText().orElse("");
            return isObject(inner) ? inner : all;
        }
        String last = held.get(held.size() - 1);
        if (isObject(last) && goesOnTo(last)) {
            return last;
        }
        if (isSaidAgain()) {
            return passed.toString();
        }
        String text = all.strip();
        String behind = text.startsWith("{}") ? text.substring(2) : text.substring(text.length() / 2);
        boolean twice =
                text.startsWith("{}") || text.substring(0, text.length() / 2).equals(behind);
        return twice && isObject(behind) ? behind : null;
    }

    /** Returns whether every piece is the beginning of the last one, or empty arguments that it replaces. */
    private boolean goesOnTo(String last) {
        return last.startsWith(passed.toString())
                && held.stream()
                        .allMatch(
                                piece -> last.startsWith(piece) || piece.strip().equals("{}"));
    }

    private boolean isSaidAgain() {
        Json said = parsed(passed.toString());
        return said != null
                && said.kind() == Json.Kind.OBJECT
                && held.stream().allMatch(piece -> said.equals(parsed(piece)));
    }

    private static boolean isObject(String text) {
        Json value = parsed(text);
        return value != null && value.kind() == Json.Kind.OBJECT;
    }

    private static @Nullable Json parsed(String text) {
        try {
            return UntrustedJson.parse(text);
        } catch (JsonException cut) {
            return null;
        }
    }

    /**
     * What is passed on at the end.
     *
     * @param repeated whether something was left out, because it said again what was said
     */
    record Rest(String text, boolean repeated) {
        static final Rest NONE = new Rest("", false);
    }
}
