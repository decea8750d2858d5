package dev.plumbline.json;

import org.jspecify.annotations.Nullable;

/** The grammar of RFC 8259, read by descent one character at a time: an independent opinion on what is JSON. */
public final class ReferenceJsonParser {
    private final String text;
    private int at;

    private ReferenceJsonParser(String text) {
        this.text = text;
    }

    /** Whether it is JSON, but that the strings of values may hold half a surrogate pair. */
    public static boolean accepts(String text) {
        ReferenceJsonParser reader = new ReferenceJsonParser(text);
        reader.space();
        boolean value = reader.value();
        reader.space();
        return value && reader.at == text.length();
    }

    public static boolean hasHalfPair(String text) {
        return text.codePoints().anyMatch(c -> c >= 0xD800 && c <= 0xDFFF);
    }

    private boolean value() {
        if (take('{')) {
            return rest('}', true);
        }
        if (take('[')) {
            return rest(']', false);
        }
        return peek() == '"' ? string() != null : word("true") || word("false") || word("null") || number();
    }

    private boolean rest(char closer, boolean named) {
        space();
        if (take(closer)) {
            return true;
        }
        do {
            space();
            if ((named && !name()) || !value()) {
                return false;
            }
            space();
        } while (take(','));
        return take(closer);
    }

    private boolean name() {
        String name = string();
        space();
        boolean colon = name != null && !hasHalfPair(name) && take(':');
        space();
        return colon;
    }

    /** What a string says; null if there is none. */
    private @Nullable String string() {
        StringBuilder said = new StringBuilder();
        if (!take('"')) {
            return null;
        }
        while (at < text.length() && peek() != '"') {
            char c = text.charAt(at++);
            int escape = c == '\\' ? "\"\\/bfnrtu".indexOf(peek()) : -1;
            if (c < ' ' || (c == '\\' && escape < 0)) {
                return null;
            }
            boolean unit = escape == 8;
            at += escape < 0 ? 0 : 1;
            if (unit && !text.substring(at).matches("(?s)\\p{XDigit}{4}.*")) {
                return null;
            }
            said.append(unit ? (char) Integer.parseInt(text.substring(at, at + 4), 16) : c);
            at += unit ? 4 : 0;
        }
        return take('"') ? said.toString() : null;
    }

    private boolean number() {
        take('-');
        boolean whole = take('0') || digits();
        boolean fraction = !take('.') || digits();
        boolean hasExponent = take('e') || take('E');
        boolean unused = hasExponent && (take('+') || take('-'));
        return whole && fraction && (!hasExponent || digits());
    }

    private boolean digits() {
        int start = at;
        while (peek() >= '0' && peek() <= '9') {
            at++;
        }
        return at > start;
    }

    private boolean word(String word) {
        boolean found = text.startsWith(word, at);
        at += found ? word.length() : 0;
        return found;
    }

    private boolean take(char c) {
        boolean found = at < text.length() && text.charAt(at) == c;
        at += found ? 1 : 0;
        return found;
    }

    private char peek() {
        return at < text.length() ? text.charAt(at) : '\uffff';
    }

    private void space() {
        while (" \t\n\r".indexOf(peek()) >= 0) {
            at++;
        }
    }
}
