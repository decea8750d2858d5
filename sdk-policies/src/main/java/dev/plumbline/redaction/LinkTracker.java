package dev.plumbline.redaction;

import java.util.Locale;
import java.util.Set;

/**
 * Tracks whether a streamed text is inside an address, as any reader of Markdown, HTML, JSON or plain text may take it
 * for one: from a scheme, two slashes, {@code www.} or the place of an address on, until it is over for all of them. Behind a
 * quote that is the quote, at the beginning of a JSON string its end, behind {@code <} it is {@code >}, otherwise a blank; parentheses and punctuation end none. As in
 * browsers, a backslash counts as a slash; two backslashes inside a path, as in {@code C:\\plans}, begin no address.
 * Entities and {@code \}{@code u} escapes can begin an address, and end none.
 */
final class LinkTracker {
    private static final Set<String> SCHEMES =
            Set.of("http", "https", "ftp", "ws", "wss", "file", "blob", "data", "javascript", "vbscript");

    /** Schemes of addresses that nobody loads, in the place of an address. */
    private static final Set<String> HARMLESS = Set.of("mailto", "tel");

    /** Elements whose text may build addresses. */
    private static final Set<String> CODE = Set.of("script", "style");

    /** Where an address that has begun is over. */
    private enum End {
        NONE,
        BLANK,
        QUOTE,
        /** The end of the JSON string that begins with the address. */
        STRING,
        ANGLE,
        /** The end of a relative address of Markdown: a blank, or the closing parenthesis. */
        PARENTHESIS
    }

    /** What is before the first character of a JSON string. */
    private static final char STRING_START = '\u0001';

    private final boolean json;
    private final HtmlTag tag = new HtmlTag();
    private final Opening raw = new Opening();
    private final Opening decoded = new Opening();
    private final EscapedChars escapes = new EscapedChars();

    private End end = End.NONE;
    private char quote;
    private boolean escapedQuote;
    private boolean inTag;

    /** In the place of an address of Markdown: the open parentheses, and the length of the address. */
    private int depth;

    private int length;

    private char last;
    /** The number of backslashes directly before the next character. */
    private int backslashes;

    /** What is before the current word: a quote, {@code <}, or another character. */
    private char before = ' ';

    private char wordBefore = ' ';
    private boolean inQuotes;
    private boolean inEscapedQuotes;

    /** The state of a JSON escape: 0 outside, 1 behind the backslash, then the number of digits that follow, and one. */
    private int jsonEscape;

    private int jsonCode;

    /** Creates a tracker; of JSON if {@code json}, whose strings are texts. */
    LinkTracker(boolean json) {
        this.json = json;
    }

    void pass(CharSequence text, int from, int to) {
        for (int i = from; i < to; i++) {
            if (json) {
                jsonStep(text.charAt(i));
            } else {
                step(text.charAt(i));
            }
        }
    }

    /** Passes a value, which is a word. */
    void passValue() {
        step('x');
    }

    boolean isInside() {
        return end != End.NONE || tag.isInValue() || tag.isLost() || raw.isShare();
    }

    /** Passes a character of JSON: those of its strings without their escapes. */
    private void jsonStep(char c) {
        if (jsonEscape == 0) {
            jsonEscape = c == '\\' ? 1 : 0;
            if (c == '"') {
                end = End.NONE;
                tag.reset();
                step('\n');
                before = STRING_START;
            } else if (c != '\\') {
                step(c);
            }
        } else if (jsonEscape == 1) {
            jsonEscape = c == 'u' ? 5 : 0;
            jsonCode = 0;
            if (c != 'u') {
                step(c == 'n' ? '\n' : c == 't' ? '\t' : c == 'r' ? '\r' : c == 'f' ? '\f' : c);
            }
        } else {
            jsonCode = 16 * jsonCode + Math.max(0, Character.digit(c, 16));
            jsonEscape--;
            if (jsonEscape == 1) {
                jsonEscape = 0;
                step((char) jsonCode);
            }
        }
    }

    private void step(char c) {
        boolean escaped = backslashes % 2 == 1;
        boolean wasOpen = end != End.NONE;
        close(c, escaped);
        tag.step(c);
        if (inTag && !tag.isOpen()) {
            inTag = false;
            end = end == End.BLANK ? End.NONE : end;
        }
        quotes(c, escaped);
        words(c);
        boolean opens = raw.step(c);
        boolean opensDecoded = escapes.step(c, decoded);
        boolean mayOpen = end == End.NONE || end == End.PARENTHESIS || end == End.BLANK;
        if (mayOpen && (opens || opensDecoded)) {
            open(opensDecoded && !opens);
        }
        if (end == End.NONE && !wasOpen && last == ']' && c == '(') {
            end = End.PARENTHESIS;
            depth = 0;
            length = 0;
        }
        backslashes = c == '\\' ? backslashes + 1 : 0;
        last = c;
    }

    private void close(char c, boolean escaped) {
        boolean over = switch (end) {
            case NONE, STRING -> false;
            case BLANK -> isLineEnd(c) || (isBlank(c) && !escaped);
            case QUOTE -> isLineEnd(c) || (c == quote && escaped == escapedQuote);
            case ANGLE -> isLineEnd(c) || (c == '>' && !escaped);
            case PARENTHESIS -> isOver(c, escaped);
        };
        if (over) { // the address of a plain text goes on behind a quote
            end = end != End.BLANK && end != End.PARENTHESIS && !inTag && !isLineEnd(c) ? End.BLANK : End.NONE;
        }
    }

    /** Returns whether a relative address of Markdown is over. */
    private boolean isOver(char c, boolean escaped) {
        if (isBlank(c)) {
            return length > 0;
        }
        if (c == '<' && length == 0) {
            end = End.ANGLE;
        }
        if (c == ':' && HARMLESS.contains(raw.word()) && raw.word().length() == length) {
            return true;
        }
        length++;
        depth += escaped ? 0 : c == '(' ? 1 : c == ')' ? -1 : 0;
        return depth < 0;
    }

    private void open(boolean onlyDecoded) {
        if (wordBefore == STRING_START) {
            end = End.STRING;
            return;
        }
        boolean quoted = wordBefore == '"' || wordBefore == '\'' || (onlyDecoded && inQuotes);
        end = quoted ? End.QUOTE : wordBefore == '<' ? End.ANGLE : End.BLANK;
        quote = wordBefore == '\'' && quoted ? '\'' : '"';
        escapedQuote = quote == '"' && inEscapedQuotes;
        inTag = tag.isInValue();
    }

    private void quotes(char c, boolean escaped) {
        if (isLineEnd(c)) {
            inQuotes = false;
        } else if (c == '"' && (!inQuotes || escaped == inEscapedQuotes)) {
            inQuotes = !inQuotes;
            inEscapedQuotes = escaped;
        }
    }

    private void words(char c) {
        boolean follows = Opening.isWord(last) || Opening.isSlash(last) || last == ':';
        if (Opening.isWord(c)) {
            wordBefore = Opening.isWord(last) || (follows && before == 'w') ? wordBefore : before;
            before = 'w';
        } else if (Opening.isSlash(c) || c == ':') {
            wordBefore = follows ? wordBefore : before;
        } else if (isBlank(c)) {
            before = before == STRING_START || (before == '"' && inQuotes) ? before : ' ';
        } else {
            before = c;
        }
    }

    private static boolean isLineEnd(char c) {
        return c == '\n' || c == '\r';
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t' || c == '\f' || isLineEnd(c);
    }

    /** Finds where an address begins. */
    private static final class Opening {
        private static final int LONGEST = 12;

        private final StringBuilder word = new StringBuilder();
        private char last;
        private char lastButOne;
        private char third;
        /** The number of letters and digits directly before the last two characters or the colon before them. */
        private int length;

        private int lengthBefore;

        /** Returns whether an address begins with this character. */
        boolean step(char c) {
            boolean slashes = isSlash(last) && isSlash(c) && (last == '/' || c == '/');
            boolean share = isShare() && AsciiChars.alnum(c);
            boolean scheme = c == ':' && SCHEMES.contains(word());
            boolean site = c == '.' && word().equals("www");
            if (isWord(c) && c != '.') {
                if (word.length() < LONGEST) {
                    word.append(c);
                }
            } else {
                word.setLength(0);
            }
            if (AsciiChars.alnum(c)) {
                length++;
            } else if (c != ':') {
                lengthBefore = isSlash(c) ? lengthBefore : 0;
                lengthBefore = length > 0 ? length : lengthBefore;
                length = 0;
            }
            third = lastButOne;
            lastButOne = last;
            last = c;
            return slashes || share || scheme || site;
        }

        /** Returns whether two backslashes are last, behind which the name of a host can begin; not those of a path. */
        boolean isShare() {
            return last == '\\' && lastButOne == '\\' && !isPath();
        }

        String word() {
            return word.toString().toLowerCase(Locale.ROOT);
        }

        /** Returns whether the last two backslashes are in a path: behind a name, or behind a drive. */
        private boolean isPath() {
            return AsciiChars.anyAlnum(third) || (third == ':' && lengthBefore == 1);
        }

        static boolean isWord(char c) {
            return AsciiChars.alnum(c) || c == '.';
        }

        static boolean isSlash(char c) {
            return c == '/' || c == '\\';
        }
    }

    /** Reads entities of HTML and escapes of JSON, for addresses that begin with them. */
    private static final class EscapedChars {
        private static final int LONGEST = 12;

        private final StringBuilder held = new StringBuilder();

        /** Returns whether an address begins with this character, or the one that it completes. */
        boolean step(char c, Opening opening) {
            if (held.isEmpty()) {
                return begin(c, opening);
            }
            boolean entity = held.charAt(0) == '&';
            boolean more = entity ? AsciiChars.alnum(c) || c == '#' : isHex(c) || (held.length() == 1 && c == 'u');
            if (more && held.length() < LONGEST) {
                held.append(c);
                return !entity && held.length() == "\\uffff".length() && end(opening, held.substring(2), 16);
            }
            String name = held.toString();
            boolean opens = entity && named(name, opening);
            if (!opens && !held.isEmpty()) {
                opens = all(opening);
            }
            boolean isOver = c == ';' && entity;
            return (!isOver && begin(c, opening)) || opens;
        }

        private boolean begin(char c, Opening opening) {
            if (c == '&' || c == '\\') {
                held.append(c);
                return false;
            }
            return opening.step(c);
        }

        private boolean named(String entity, Opening opening) {
            if (entity.startsWith("&#x") || entity.startsWith("&#X")) {
                return end(opening, entity.substring(3), 16);
            }
            if (entity.startsWith("&#")) {
                return end(opening, entity.substring(2), 10);
            }
            char meant = switch (entity) {
                case "&sol" -> '/';
                case "&bsol" -> '\\';
                case "&colon" -> ':';
                case "&period" -> '.';
                default -> 0;
            };
            if (meant == 0) {
                return false;
            }
            held.setLength(0);
            return opening.step(meant);
        }

        private boolean end(Opening opening, String digits, int radix) {
            held.setLength(0);
            try {
                return opening.step((char) Integer.parseInt(digits, radix));
            } catch (NumberFormatException none) {
                return opening.step(' ');
            }
        }

        /** Passes on what was held and is no escape. */
        private boolean all(Opening opening) {
            boolean opens = false;
            for (int i = 0; i < held.length(); i++) {
                opens |= opening.step(held.charAt(i));
            }
            held.setLength(0);
            return opens;
        }

        private static boolean isHex(char c) {
            return Character.digit(c, 16) >= 0;
        }
    }

    /** The tag of HTML that a text is inside of: the values of its attributes may be addresses. */
    private static final class HtmlTag {
        private static final int LONGEST = 8;
        private static final String BASE = "base";

        /** Where the text is in a tag. */
        private enum Place {
            OUTSIDE,
            BEGINNING,
            NAME,
            ATTRIBUTES,
            VALUE_BEGINNING,
            QUOTED_VALUE,
            VALUE
        }

        private final StringBuilder name = new StringBuilder();
        private Place place = Place.OUTSIDE;
        private char quote;
        private boolean code;
        private boolean base;
        /** The number of letters of "base" behind a {@code <}, also where another reader sees the value of an attribute. */
        private int letters = LONGEST;

        void reset() {
            place = Place.OUTSIDE;
            code = false;
            base = false;
        }

        boolean isOpen() {
            return place != Place.OUTSIDE;
        }

        boolean isInValue() {
            return place == Place.VALUE_BEGINNING || place == Place.QUOTED_VALUE || place == Place.VALUE;
        }

        /** Returns whether code or a base may make an address of any text. */
        boolean isLost() {
            return code || base;
        }

        void step(char c) {
            boolean next = letters < BASE.length() && AsciiChars.lower(c) == BASE.charAt(letters);
            letters = c == '<' ? 0 : next ? letters + 1 : LONGEST;
            base |= letters == BASE.length();
            switch (place) {
                case OUTSIDE -> place = c == '<' ? Place.BEGINNING : Place.OUTSIDE;
                case BEGINNING -> begin(c);
                case NAME -> name(c);
                case ATTRIBUTES -> attributes(c);
                case VALUE_BEGINNING -> valueBegins(c);
                case QUOTED_VALUE -> place = c == quote ? Place.ATTRIBUTES : Place.QUOTED_VALUE;
                case VALUE -> place = isBlank(c) ? Place.ATTRIBUTES : c == '>' ? end() : Place.VALUE;
            }
        }

        private void begin(char c) {
            name.setLength(0);
            if (AsciiChars.letter(c)) {
                name.append(c);
                place = Place.NAME;
            } else {
                code &= c != '/';
                place = c == '/' ? Place.NAME : c == '<' ? Place.BEGINNING : Place.OUTSIDE;
            }
        }

        private void name(char c) {
            if (AsciiChars.alnum(c)) {
                if (name.length() < LONGEST) {
                    name.append(c);
                }
            } else {
                place = Place.ATTRIBUTES;
                attributes(c);
            }
        }

        private void attributes(char c) {
            place = c == '>' ? end() : c == '=' ? Place.VALUE_BEGINNING : Place.ATTRIBUTES;
        }

        private void valueBegins(char c) {
            if (!isBlank(c)) {
                boolean quoted = c == '"' || c == '\'';
                quote = c;
                place = quoted ? Place.QUOTED_VALUE : c == '>' ? end() : Place.VALUE;
            }
        }

        private Place end() {
            String its = name.toString().toLowerCase(Locale.ROOT);
            code |= CODE.contains(its);
            return Place.OUTSIDE;
        }
    }
}
