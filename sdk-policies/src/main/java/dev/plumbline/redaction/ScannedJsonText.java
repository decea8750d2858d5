package dev.plumbline.redaction;

import dev.plumbline.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The serialised text of a JSON value, with the matches in it and the positions of its leaves. The positions are only
 * computed if there is a match, which most texts do not have. Used by one thread.
 */
final class ScannedJsonText {
    /** The minimum number of digits of numbers that may be cards. */
    static final int LONG = 12;

    private final StringBuilder text = new StringBuilder(0);
    private final List<LeafRange> slots = new ArrayList<>(0);
    private final boolean longNumbers;
    private List<Match> finds = List.of();

    private ScannedJsonText(boolean longNumbers) {
        this.longNumbers = longNumbers;
    }

    /** Returns an empty text: each leaf is scanned alone. */
    static ScannedJsonText none() {
        return new ScannedJsonText(true);
    }

    /** Returns the text of that value, with its matches. */
    static ScannedJsonText of(Json json, TextReplacement change) {
        String given = json.text();
        boolean plain = !PseudonymGenerator.mayStandIn(given);
        List<Match> found = plain ? change.finder().apply(given) : List.of();
        if (plain && found.isEmpty()) {
            return new ScannedJsonText(hasLongNumber(given));
        }
        ScannedJsonText spelled = new ScannedJsonText(true);
        spelled.add(json);
        boolean same = plain && given.contentEquals(spelled.text);
        spelled.finds = TextReplacement.merged(same ? found : change.finder().apply(spelled.text.toString()));
        return spelled;
    }

    private static boolean hasLongNumber(String text) {
        int digits = 0;
        for (int i = 0; i < text.length() && digits < LONG; i++) {
            digits = AsciiChars.digit(text.charAt(i)) ? digits + 1 : 0;
        }
        return digits >= LONG;
    }

    /** Returns the text, if it has a match. */
    CharSequence text() {
        return text;
    }

    /** Returns the matches in the text, in order. */
    List<Match> finds() {
        return finds;
    }

    /** Returns the positions of the leaves in the text, if it has a match; names of members are leaves, too. */
    List<LeafRange> slots() {
        return slots;
    }

    /** Returns whether a number may have {@value #LONG} digits or more. */
    boolean hasLongNumbers() {
        return longNumbers;
    }

    private void add(Json json) {
        switch (json.kind()) {
            case STRING -> string(json.asText());
            case NUMBER -> slot(json.text());
            case OBJECT -> object(json);
            case ARRAY -> array(json);
            default -> text.append(json.text());
        }
    }

    private void object(Json json) {
        String before = "{";
        for (Map.Entry<String, Json> member : json.fields().entrySet()) {
            text.append(before);
            string(member.getKey());
            text.append(':');
            add(member.getValue());
            before = ",";
        }
        text.append(json.fields().isEmpty() ? "{}" : "}");
    }

    private void array(Json json) {
        String before = "[";
        for (Json element : json.elements()) {
            text.append(before);
            add(element);
            before = ",";
        }
        text.append(json.elements().isEmpty() ? "[]" : "]");
    }

    private void string(String plain) {
        text.append('"');
        slot(written(plain));
        text.append('"');
    }

    /**
     * Returns a string as JSON text writes it. A pseudonym becomes underscores, because its kind must not announce the
     * value beside it.
     */
    private static String written(String plain) {
        if (PseudonymGenerator.isOne(plain)) {
            return "_".repeat(plain.length());
        }
        if (plain.chars().noneMatch(c -> c < ' ' || c > '~' || c == '"' || c == '\\')) {
            return plain;
        }
        String quoted = Json.of(plain).text();
        return quoted.substring(1, quoted.length() - 1);
    }

    private void slot(String written) {
        slots.add(new LeafRange(text.length(), text.length() + written.length()));
        text.append(written);
    }

    /** The position of a leaf in the text. */
    record LeafRange(int start, int end) {

        /** Returns the indices in a leaf that this text writes. */
        LeafIndices of(String leaf, CharSequence text) {
            return new LeafIndices(this, text, end - start == leaf.length());
        }
    }

    /**
     * Finds the index in a leaf for each index in the text, which must not become smaller: each character is read once, however
     * many matches a long leaf has.
     */
    static final class LeafIndices {
        private final LeafRange range;
        private final CharSequence text;
        private final boolean unescaped;
        private int written;
        private int plain;

        private LeafIndices(LeafRange range, CharSequence text, boolean unescaped) {
            this.range = range;
            this.text = text;
            this.unescaped = unescaped;
            this.written = range.start();
        }

        /** Returns the index in the leaf; in the middle of an escape its beginning, or its end. */
        int at(int index, boolean behind) {
            if (unescaped) {
                return index - range.start();
            }
            while (written < index) {
                boolean escape = text.charAt(written) == '\\';
                int length = !escape ? 1 : text.charAt(written + 1) == 'u' ? 6 : 2;
                if (written + length > index) {
                    return behind ? plain + 1 : plain;
                }
                written += length;
                plain++;
            }
            return plain;
        }
    }
}
