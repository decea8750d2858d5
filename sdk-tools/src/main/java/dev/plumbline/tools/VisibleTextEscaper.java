package dev.plumbline.tools;

import java.lang.Character.UnicodeScript;
import java.text.Normalizer;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Escapes untrusted text so that it has one line and hides nothing. Invisible characters, characters that change the
 * direction of writing, and letters that look like those of another script become <code>&#92;u{200B}</code>; three or
 * more blanks become <code>&#92;{3 blanks}</code>. So does what is not in the normal form of Unicode (NFC), and in a token
 * that is written like a name, a path, an address or a program, each single character that Unicode's table of confusables
 * (UTS 39) has for one of ASCII. A word in one script is unchanged otherwise. Different texts are {@link #quoted}
 * differently. It is not promised that they look different: characters of ASCII are like each other, a word of another
 * script alone is shown as it is, and so are look-alikes in prose.
 */
final class VisibleTextEscaper {
    private static final int FEWEST_BLANKS = 3;
    private static final int MOST_MARKS = 4;

    /** Assigned characters that are not of type FORMAT and yet invisible. */
    private static final String EMPTY =
            "\u034F\u115F\u1160\u17B4\u17B5\u2800\u3164\uFFA0" + new String(new int[] {0x16FE4, 0x1D159}, 0, 2);

    /** Characters that look like the punctuation of paths and addresses. */
    private static final String LIKE_PUNCTUATION =
            "\u2024\u2044\u2215\u2216\u2236\u29F5\u29F8\uA789\uFE68\uFF0E\uFF0F\uFF3C";

    /** Cyrillic and Greek letters that look like Latin ones. */
    private static final String LIKE_LATIN =
            "\u0430\u0435\u043E\u0440\u0441\u0443\u0445\u0455\u0456\u0458\u04BB\u04CF\u0501\u050D\u051B\u051D"
                    + "\u0410\u0412\u0415\u041A\u041C\u041D\u041E\u0420\u0421\u0422\u0423\u0425\u0405\u0406\u0408\u04C0\u050C\u051A\u051C"
                    + "\u03B1\u03B3\u03B9\u03BA\u03BD\u03BF\u03C1\u03C5\u03C7\u03F2\u03F3"
                    + "\u0391\u0392\u0395\u0396\u0397\u0399\u039A\u039C\u039D\u039F\u03A1\u03A4\u03A5\u03A7\u03F9\u037F";

    /**
     * Characters of the scripts Latin and Common of which the table of confusables of UTS 39 (Unicode 16) has the same form as
     * of one ASCII character, without those that the normal form NFKC changes, and without the dotless i of Turkish.
     */
    static final String LIKE_ASCII =
            "\u00B4\u00B8\u00D7\u0184\u018D\u0196\u01A6\u01A7\u01B7\u01BC\u01BD\u01C0\u01C3\u021C\u0222\u0223\u0241"
                    + "\u0251\u0261\u0263\u0269\u026A\u026F\u028B\u028F\u0294\u02B9\u02BA\u02BB\u02BC\u02BD\u02BE\u02C2\u02C3"
                    + "\u02C4\u02C6\u02C8\u02CA\u02CB\u02D0\u02D7\u02DB\u02DC\u02DD\u02EE\u02F4\u02F6\u02F8\u0374\u16EC\u16ED"
                    + "\u1735\u1803\u1CD3\u1D04\u1D0F\u1D11\u1D1C\u1D20\u1D21\u1D22\u1D83\u1D8C\u1E9D\u1EFF\u2010\u2011\u2012"
                    + "\u2013\u2018\u2019\u201A\u201B\u201C\u201D\u201F\u2032\u2033\u2035\u2036\u2039\u203A\u2041\u2043\u2044"
                    + "\u204E\u2052\u2053\u205A\u212E\u213D\u2212\u2215\u2216\u2217\u2223\u2228\u222A\u2236\u223C\u22A4\u22C1"
                    + "\u22C3\u22FF\u2373\u2374\u237A\u23FD\u2571\u2573\u2768\u2769\u276E\u276F\u2772\u2773\u2774\u2775\u2795"
                    + "\u2796\u27CB\u27CD\u27D9\u292B\u292C\u29F5\u29F8\u29F9\u2A2F\u2E40\u3003\u3014\u3015\u3033\u30A0\u31D3"
                    + "\u31D4\uA731\uA75A\uA76A\uA76E\uA778\uA789\uA78C\uA798\uA799\uA79F\uA7AB\uA7B2\uA7B3\uA7B4\uAB32\uAB35"
                    + "\uAB3D\uAB47\uAB48\uAB4E\uAB52\uAB5A\uFD3E\uFD3F\uFE58\uFFE8";

    /** Signs of names, paths, addresses and programs. */
    private static final String NAME_SIGNS = "/\\@:_";

    /** Sets of scripts that may occur in one word: those of UTS 39, "highly restrictive". */
    private static final List<Set<UnicodeScript>> TOGETHER = List.of(
            Set.of(UnicodeScript.LATIN, UnicodeScript.HAN, UnicodeScript.HIRAGANA, UnicodeScript.KATAKANA),
            Set.of(UnicodeScript.LATIN, UnicodeScript.HAN, UnicodeScript.BOPOMOFO),
            Set.of(UnicodeScript.LATIN, UnicodeScript.HAN, UnicodeScript.HANGUL));

    private final int[] text;
    private final boolean[] spelled;

    private VisibleTextEscaper(String text) {
        this.text = text.codePoints().toArray();
        this.spelled = new boolean[this.text.length];
    }

    /** Returns the escaped text in quotes; quotes and backslashes in it are escaped with a backslash. */
    static String quoted(String text) {
        return "\"" + new VisibleTextEscaper(text).marked().shown(true) + "\"";
    }

    /** Returns the escaped text without quotes, for use in a sentence. */
    static String of(String text) {
        return new VisibleTextEscaper(text).marked().shown(false);
    }

    /**
     * Returns whether a name needs no quotes: it has only letters and digits of one script, underscores and hyphens.
     */
    static boolean isPlain(String name) {
        boolean simple = name.codePoints().allMatch(c -> Character.isLetterOrDigit(c) || c == '_' || c == '-');
        return simple && !name.isEmpty() && of(name).equals(name);
    }

    private VisibleTextEscaper marked() {
        for (int i = 0; i < text.length; i++) {
            spelled[i] = isHidden(text[i]) || isLooseMark(i) || isLikeAscii(text[i]) || isOtherForm(i);
        }
        for (int from = 0; from < text.length; ) {
            int to = from + 1;
            while (to < text.length && !isBlank(text[from]) && !isBlank(text[to])) {
                to++;
            }
            token(from, to);
            from = to;
        }
        for (int i = 1; i < text.length; i++) {
            spelled[i] |= spelled[i - 1] && isMark(text[i]); // a mark goes with its letter
        }
        return this;
    }

    /** Marks the characters to escape between two blanks. */
    private void token(int from, int to) {
        boolean latin = false;
        boolean path = false;
        for (int i = from; i < to; i++) {
            latin |= UnicodeScript.of(text[i]) == UnicodeScript.LATIN;
            path |= text[i] == '/' || text[i] == '\\';
        }
        for (int i = from; i < to; i++) {
            spelled[i] |= (latin || path) && isRightToLeft(text[i]);
        }
        if (isNameLike(from, to)) {
            for (int i = from; i < to; i++) {
                spelled[i] |= text[i] >= 0x80 && isConfusable(from, to, text[i]);
            }
        }
        for (int begin = from; begin < to; ) {
            int end = begin + 1;
            while (end < to && isOfWord(text[begin]) && isOfWord(text[end])) {
                end++;
            }
            word(begin, end, latin);
            begin = end;
        }
    }

    /** Returns whether a token is all of the text, or has a sign of names, letters with digits, or a sign inside; beside ASCII. */
    private boolean isNameLike(int from, int to) {
        boolean letter = false;
        boolean digit = false;
        boolean sign = from == 0 && to == text.length;
        for (int i = from; i < to; i++) {
            letter |= text[i] < 0x80 && Character.isLetter(text[i]);
            digit |= text[i] < 0x80 && Character.isDigit(text[i]);
            sign |= NAME_SIGNS.indexOf(text[i]) >= 0 || (i > from && i < to - 1 && (text[i] == '.' || text[i] == '-'));
        }
        return (sign && (letter || digit)) || (letter && digit);
    }

    private boolean isConfusable(int from, int to, int c) {
        boolean isOfAsia = (c >= 0x3000 && c < 0x3040) || (c >= 0xFF00 && c < 0xFF66);
        return isOfAsia ? !hasAsianLetter(from, to) : LIKE_ASCII.indexOf(c) >= 0 || isAscii(c, Normalizer.Form.NFKC);
    }

    private boolean hasAsianLetter(int from, int to) {
        for (int i = from; i < to; i++) {
            if (Character.isIdeographic(text[i])
                    || EnumSet.of(UnicodeScript.HIRAGANA, UnicodeScript.KATAKANA, UnicodeScript.HANGUL)
                            .contains(UnicodeScript.of(text[i]))) {
                return true;
            }
        }
        return false;
    }

    private static boolean isAscii(int c, Normalizer.Form form) {
        return Normalizer.normalize(Character.toString(c), form).chars().allMatch(each -> each < 0x80);
    }

    /** Returns whether a character has another form in NFC, alone or with the character before it or the letter of its mark. */
    private boolean isOtherForm(int i) {
        if (text[i] < 0x80) {
            return false;
        }
        String one = Character.toString(text[i]);
        if (!Normalizer.isNormalized(one, Normalizer.Form.NFC)) {
            return true;
        }
        int base = i - 1;
        while (base > 0 && isMark(text[base]) && isMark(text[i])) {
            base--;
        }
        return base >= 0 && !Normalizer.isNormalized(Character.toString(text[base]) + one, Normalizer.Form.NFC);
    }

    /** Marks the characters to escape in a sequence of letters, marks and digits. */
    private void word(int from, int to, boolean besideLatin) {
        EnumSet<UnicodeScript> scripts = EnumSet.noneOf(UnicodeScript.class);
        int first = -1;
        boolean allLike = true;
        for (int i = from; i < to; i++) {
            if (isScripted(text[i])) {
                scripts.add(UnicodeScript.of(text[i]));
                first = first < 0 ? i : first;
                allLike &= LIKE_LATIN.indexOf(text[i]) >= 0;
            }
        }
        if (first >= 0 && besideLatin && allLike) {
            spell(from, to, UnicodeScript.LATIN);
        } else if (scripts.size() > 1 && TOGETHER.stream().noneMatch(set -> set.containsAll(scripts))) {
            spell(
                    from,
                    to,
                    scripts.contains(UnicodeScript.LATIN) ? UnicodeScript.LATIN : UnicodeScript.of(text[first]));
        }
        digits(from, to);
    }

    /** Marks letters of other scripts. */
    private void spell(int from, int to, UnicodeScript kept) {
        for (int i = from; i < to; i++) {
            spelled[i] |= isScripted(text[i]) && UnicodeScript.of(text[i]) != kept;
        }
    }

    /** Marks digits that are not ASCII if a word has digits of two systems. */
    private void digits(int from, int to) {
        int zero = -1;
        boolean mixed = false;
        for (int i = from; i < to; i++) {
            if (Character.isDigit(text[i])) {
                int system = text[i] - Character.digit(text[i], 10);
                mixed |= zero >= 0 && zero != system;
                zero = system;
            }
        }
        for (int i = from; mixed && i < to; i++) {
            spelled[i] |= Character.isDigit(text[i]) && text[i] > '9';
        }
    }

    private static boolean isOfWord(int c) {
        return Character.isLetterOrDigit(c) || isMark(c);
    }

    private static boolean isScripted(int c) {
        UnicodeScript script = UnicodeScript.of(c);
        return Character.isLetter(c)
                && script != UnicodeScript.COMMON
                && script != UnicodeScript.INHERITED
                && script != UnicodeScript.UNKNOWN;
    }

    private static boolean isBlank(int c) {
        return c == ' ' || Character.isWhitespace(c);
    }

    private static boolean isMark(int c) {
        int type = Character.getType(c);
        return type == Character.NON_SPACING_MARK
                || type == Character.COMBINING_SPACING_MARK
                || type == Character.ENCLOSING_MARK;
    }

    private static boolean isRightToLeft(int c) {
        byte direction = Character.getDirectionality(c);
        return direction == Character.DIRECTIONALITY_RIGHT_TO_LEFT
                || direction == Character.DIRECTIONALITY_RIGHT_TO_LEFT_ARABIC;
    }

    /** Returns whether a character is invisible or changes the look of its neighbours. */
    static boolean isHidden(int c) {
        boolean selector =
                (c >= 0xFE00 && c <= 0xFE0F) || (c >= 0xE0100 && c <= 0xE01EF) || (c >= 0x180B && c <= 0x180F);
        return selector || EMPTY.indexOf(c) >= 0 || isHiddenType(c);
    }

    private static boolean isHiddenType(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.ENCLOSING_MARK -> true;
            case Character.SPACE_SEPARATOR -> c != ' ';
            default -> false;
        };
    }

    /** Returns whether a combining mark follows no letter, or too many other marks. */
    private boolean isLooseMark(int i) {
        if (!isMark(text[i])) {
            return false;
        }
        int base = i - 1;
        while (base >= 0 && isMark(text[base]) && i - base <= MOST_MARKS) {
            base--;
        }
        return base < 0 || !Character.isLetterOrDigit(text[base]);
    }

    /** Returns whether a character is a variant of an ASCII character: mathematical, full width, in a circle. */
    private static boolean isLikeAscii(int c) {
        if (c < 0x2000) {
            return false;
        }
        if (LIKE_PUNCTUATION.indexOf(c) >= 0 || (c >= 0x1D400 && c <= 0x1D7FF)) {
            return true;
        }
        if (!Character.isLetterOrDigit(c)) {
            return false;
        }
        String form = Normalizer.normalize(Character.toString(c), Normalizer.Form.NFKC);
        return form.charAt(0) < 0x80;
    }

    private String shown(boolean quoted) {
        StringBuilder shown = new StringBuilder(text.length + 16);
        for (int i = 0; i < text.length; i++) {
            int blanks = blanks(i);
            if (blanks >= FEWEST_BLANKS) {
                shown.append("\\{").append(blanks).append(" blanks}");
                i += blanks - 1;
            } else if (spelled[i]) {
                shown.append(spelling(text[i]));
            } else {
                shown.append(quoted && (text[i] == '"' || text[i] == '\\') ? "\\" : "")
                        .appendCodePoint(text[i]);
            }
        }
        return shown.toString();
    }

    private int blanks(int from) {
        int to = from;
        while (to < text.length && text[to] == ' ') {
            to++;
        }
        return to - from;
    }

    private static String spelling(int c) {
        return switch (c) {
            case '\n' -> "\\n";
            case '\r' -> "\\r";
            case '\t' -> "\\t";
            default -> String.format("\\u{%04X}", c);
        };
    }
}
