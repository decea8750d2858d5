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
        /** The sign that divides the cells of a row, which is before the address, too. */
        CELL,
        /** Behind the quote of an address within quotes: what divides values of JSON, or a blank. */
        DIVIDER
    }

    /** What is before the first character of a JSON string. */
    private static final char STRING_START = '\u0001';

    private final boolean json;
    private final HtmlTag tag = new HtmlTag();
    private final Opening raw = new Opening();
    private final Opening decoded = new Opening();
    private final EscapedChars escapes = new EscapedChars();
    private final Destination destination = new Destination();
    private final Plain plain = new Plain();

    private End end = End.NONE;
    private char quote;
    private boolean escapedQuote;
    private boolean inTag;

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
        return end != End.NONE
                || tag.isInValue()
                || tag.isLost()
                || raw.isShare()
                || destination.isInside()
                || plain.isInside();
    }

    /** Passes a character of JSON: those of its strings without their escapes. */
    private void jsonStep(char c) {
        if (jsonEscape == 0) {
            jsonEscape = c == '\\' ? 1 : 0;
            if (c == '"') {
                end = End.NONE;
                tag.reset();
                destination.reset();
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
        boolean mayOpen = end == End.NONE || end == End.DIVIDER || end == End.CELL || end == End.BLANK;
        if (mayOpen && (opens || opensDecoded)) {
            open(opensDecoded && !opens);
        }
        destination.step(last, c, escaped);
        plain.step(c, opens || opensDecoded);
        backslashes = c == '\\' ? backslashes + 1 : 0;
        last = c;
    }

    private void close(char c, boolean escaped) {
        boolean over = switch (end) {
            case NONE, STRING -> false;
            case BLANK -> isLineEnd(c) || (isBlank(c) && !escaped);
            case QUOTE -> isLineEnd(c) || (c == quote && escaped == escapedQuote);
            case ANGLE -> isLineEnd(c) || (c == '>' && !escaped);
            case DIVIDER -> isDivider(c) || isBlank(c);
            case CELL -> c == quote || isLineEnd(c) || (isBlank(c) && !escaped);
        };
        if (!over) {
            end = end == End.DIVIDER ? End.BLANK : end;
        } else if (inTag || isLineEnd(c) || end == End.BLANK || end == End.DIVIDER || end == End.CELL) {
            end = End.NONE;
        } else { // for some, the address of a plain text goes on behind a quote
            end = end == End.QUOTE && quote == '"' ? End.DIVIDER : End.BLANK;
        }
    }

    private static boolean isDivider(char c) {
        return c == ',' || c == '}' || c == ']' || c == ':';
    }

    private void open(boolean onlyDecoded) {
        if (wordBefore == STRING_START) {
            end = End.STRING;
            return;
        }
        boolean quoted = wordBefore == '"' || wordBefore == '\'' || (onlyDecoded && inQuotes);
        boolean cell = !quoted && !onlyDecoded && (wordBefore == ',' || wordBefore == ';' || wordBefore == '|');
        end = quoted ? End.QUOTE : cell ? End.CELL : wordBefore == '<' ? End.ANGLE : End.BLANK;
        quote = cell ? wordBefore : wordBefore == '\'' && quoted ? '\'' : '"';
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
            if (held.length() == 1 && !entity && "bfnrt".indexOf(c) >= 0) { // a blank of JSON
                held.setLength(0);
                return opening.step('\n');
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

    /** An address of a plain text, as a reader of Markdown finds it: behind a blank or a mark, up to a blank or {@code <}. */
    private static final class Plain {
        private boolean inside;
        /** Whether the current word began behind a blank or a mark. */
        private boolean begun = true;

        void step(char c, boolean opens) {
            inside = !isBlank(c) && c != '<' && (inside || (opens && begun));
            boolean marked = isBlank(c)
                    || c == '*'
                    || c == '_'
                    || c == '~'
                    || c == '('
                    || ">`)]".indexOf(c) >= 0
                    || c > '~'; // other blanks, too
            boolean inWord = Opening.isWord(c) || Opening.isSlash(c) || ":&#;".indexOf(c) >= 0;
            begun = marked || (inWord && begun);
        }

        boolean isInside() {
            return inside;
        }
    }

    /** The place of an address of Markdown: behind {@code ](}, and behind {@code ]:}. */
    private static final class Destination {
        private static final int LONGEST = 8;

        private enum Place {
            OUTSIDE,
            BEGINNING,
            ANGLE,
            BARE
        }

        private final StringBuilder word = new StringBuilder();
        private Place place = Place.OUTSIDE;
        private boolean reference;
        private int depth;

        void reset() {
            place = Place.OUTSIDE;
        }

        boolean isInside() {
            return place != Place.OUTSIDE;
        }

        void step(char last, char c, boolean escaped) {
            switch (place) {
                case OUTSIDE -> {}
                case BEGINNING -> begin(c);
                case ANGLE -> place = isLineEnd(c) || (c == '>' && !escaped) ? Place.OUTSIDE : Place.ANGLE;
                case BARE -> bare(c, escaped);
            }
            if (last == ']' && (c == '(' || c == ':')) {
                reference = c == ':';
                place = Place.BEGINNING;
                depth = 0;
                word.setLength(0);
            }
        }

        private void begin(char c) {
            if (c == '<') {
                place = Place.ANGLE;
            } else if (!isBlank(c)) {
                place = Place.BARE;
                bare(c, false);
            }
        }

        private void bare(char c, boolean escaped) {
            if (word.length() < LONGEST) {
                word.append(AsciiChars.letter(c) ? (char) AsciiChars.lower(c) : c);
            }
            depth += escaped || reference ? 0 : c == '(' ? 1 : c == ')' ? -1 : 0;
            boolean harmless =
                    c == ':' && HARMLESS.contains(word.substring(0, word.length() - 1)) && word.length() < LONGEST;
            if (isBlank(c) || depth < 0 || harmless) {
                place = Place.OUTSIDE;
            }
        }
    }

    /**
     * The tags of HTML that a text may be inside of: the values of their attributes may be addresses. Readers differ in
     * which {@code <} begins a tag, so each does; a bit for each place in one that the text may be at.
     */
    private static final class HtmlTag {
        private static final int LONGEST = 8;
        private static final String BASE = "base";

        private static final int BEGINNING = 1;
        private static final int NAME = 1 << 1;
        private static final int ATTRIBUTES = 1 << 2;
        private static final int VALUE_BEGINNING = 1 << 3;
        private static final int QUOTED = 1 << 4;
        private static final int SINGLE_QUOTED = 1 << 5;
        private static final int VALUE = 1 << 6;
        private static final int VALUES = VALUE_BEGINNING | QUOTED | SINGLE_QUOTED | VALUE;

        private final StringBuilder name = new StringBuilder();
        private int places;
        private boolean code;
        private boolean base;
        /** The number of letters of "base" behind a {@code <}, also where another reader sees the value of an attribute. */
        private int letters = LONGEST;

        void reset() {
            places = 0;
            code = false;
            base = false;
        }

        boolean isOpen() {
            return (places & ~BEGINNING) != 0;
        }

        boolean isInValue() {
            return (places & VALUES) != 0;
        }

        /** Returns whether code or a base may make an address of any text. */
        boolean isLost() {
            return code || base;
        }

        void step(char c) {
            boolean next = letters < BASE.length() && AsciiChars.lower(c) == BASE.charAt(letters);
            letters = c == '<' ? 0 : next ? letters + 1 : LONGEST;
            base |= letters == BASE.length();
            if (places == 0 && c != '<') {
                return;
            }
            named(c);
            int all = 0;
            for (int rest = places; rest != 0; rest &= rest - 1) {
                all |= next(rest & -rest, c);
            }
            places = all | (c == '<' ? BEGINNING : 0);
        }

        /** Returns the place behind a character for a place before it. */
        private static int next(int place, char c) {
            return switch (place) {
                case BEGINNING -> AsciiChars.letter(c) || c == '/' ? NAME : 0;
                case NAME -> AsciiChars.alnum(c) ? NAME : attributes(c);
                case ATTRIBUTES -> attributes(c);
                case VALUE_BEGINNING -> valueBegins(c);
                case QUOTED -> c == '"' ? ATTRIBUTES : QUOTED;
                case SINGLE_QUOTED -> c == '\'' ? ATTRIBUTES : SINGLE_QUOTED;
                default -> isBlank(c) ? ATTRIBUTES : c == '>' ? 0 : VALUE;
            };
        }

        private static int attributes(char c) {
            return c == '>' ? 0 : c == '=' ? VALUE_BEGINNING : ATTRIBUTES;
        }

        private static int valueBegins(char c) {
            if (isBlank(c)) {
                return VALUE_BEGINNING;
            }
            return c == '"' ? QUOTED : c == '\'' ? SINGLE_QUOTED : c == '>' ? 0 : VALUE;
        }

        /** Reads the name of the tag that begins last: behind that of code, no text is known to be text. */
        private void named(char c) {
            if ((places & BEGINNING) != 0) {
                name.setLength(0);
                code &= c != '/';
            }
            if ((places & (BEGINNING | NAME)) != 0 && name.length() < LONGEST) {
                name.append((char) AsciiChars.lower(c));
            }
            if (c == '>' && CODE.stream().anyMatch(each -> name.indexOf(each) == 0)) {
                code = true;
            }
        }
    }
}
