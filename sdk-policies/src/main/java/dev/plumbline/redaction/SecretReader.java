package dev.plumbline.redaction;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.StringTokenizer;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads a name that means a secret, then its value, whatever is between them: a sign, quotes and their escapes, a tag,
 * another member, a blank behind a flag, the next line, the same column of a table. Used by one thread, for one text.
 */
final class SecretReader {
    private static final List<String> COOKIES = List.of(
            "sess", "sid", "auth", "token", "jwt", "remember", "csrf", "xsrf", "login", "logged", "secret", "ticket");

    /** The length from which on a cookie with any name is looked at. */
    private static final int LONG_COOKIE = 16;

    private static final List<String> LABELS = List.of(
            "value",
            "val",
            "content",
            "default",
            "data",
            "text",
            "secret",
            "stringvalue",
            "old",
            "new",
            "before",
            "after",
            "previous",
            "current",
            "from",
            "to");

    private static final List<String> DECLARATIONS = List.of(
            "export",
            "set",
            "ENV",
            "env",
            "SET",
            "ARG",
            "setx",
            "readonly",
            "declare",
            "let",
            "const",
            "var",
            "val",
            "final",
            "String",
            "private",
            "static",
            "public",
            "define");

    private static final List<String> MEMBERS = List.of("id", "token", "value", "secret", "key", "sid");

    private static final String FIRST_OF_SCHEMES = "bBtTaA!dDeEnNrR@fFhH";

    private static final List<String> SCHEMES = List.of(
            "bearer ",
            "basic ",
            "token ",
            "apikey ",
            "api-key ",
            "!!str ",
            "digest ",
            "base64:",
            "hex2bin:",
            "hex:",
            "e'",
            "n'",
            "r\"",
            "b\"",
            "@\"",
            "f\"");

    private static final int LONGEST_PIN = 12;

    private static final List<String> PINS = List.of("pin", "puk", "tan", "otp", "geheimzahl", "暗証番号");

    private static final String LAST_OF_PINS = "nkpl号";

    private static final List<String> PIN_CODES =
            List.of("pincod", "pinkod", "pin kod", "pin kód", "pin cod", "пин-код");

    private static final Set<String> REFERENCE_TAGS =
            Set.of("vault", "secret", "env", "ref", "include", "sops", "file");

    private static final List<String> NEXT_LABELS =
            List.of("value", "val", "default", "content", "secret", "data", "stringvalue");

    /** The number of values that follow one name. */
    private static final int MOST_VALUES = 4;

    private static final int LONGEST_KIND = 32;

    private static final int MOST_ITEMS = 100;

    private static final int MOST_IN_BRACKETS = 40;

    private static final AsciiSet BRACKET_ENDS = AsciiSet.of(")\n\"'");

    private final LookaheadText text;

    private final SecretLines lines;
    private final SecretLines.Memo token = new SecretLines.Memo();
    private final SecretLines.Memo listed = new SecretLines.Memo();
    private final SecretLines.Memo signs = new SecretLines.Memo();
    private final SecretLines.Memo types = new SecretLines.Memo();
    private final SecretLines.Memo bracket = new SecretLines.Memo();
    /** The values within values that were read. */
    private final Set<Inner> inner = new HashSet<>();
    /** The beginnings of the items of the list that was read last, what they were read for, and the index behind them. */
    private final List<Integer> items = new ArrayList<>();

    private @Nullable Like itemsLike;
    private int behindItems;
    private final SecretCommands commands;
    private final SecretElements elements;
    private final SecretSentences sentences;
    private final SecretTables tables;

    private final SecretNames names;

    /** The values that were found, by their beginnings. */
    private final NavigableMap<Integer, Found> values = new TreeMap<>();

    /** Where the next value was asked for last, and where it begins. */
    private int askedFrom;

    private int nextValue = -1;

    private int handled;

    /** What was read last, so that it is not read again from a later place in it. */
    private final SecretLines.Memo bare = new SecretLines.Memo();

    /** Whether the name that is read is a string, as of a member of JSON. */
    private boolean member;

    /** Whether the name that is read is of a login, whose value begins with the name of a user. */
    private boolean login;

    /** Whether the name that is read is of a session. */
    private boolean session;

    /** Whether the name that is read is of a number, which drawings have, too. */
    private boolean pin;

    /** Whether the name that is read is of a code. */
    private boolean code;

    private int mapped;
    private int loginsTo;
    private int lastLogin = -1;

    private int cookies;

    private int origin;

    SecretReader(LookaheadText text) {
        this.text = text;
        this.lines = new SecretLines(text);
        this.commands = new SecretCommands(text, lines, this);
        this.elements = new SecretElements(text, lines, this);
        this.sentences = new SecretSentences(text, lines, this);
        this.tables = new SecretTables(text, lines, this);
        this.names = new SecretNames(text);
    }

    /** Reads what belongs to a name of which a part ends at an index. */
    void read(int index, long parts) {
        origin = index;
        pin = false;
        login = false;
        if (SecretSigns.isFlag(parts)) {
            commands.flag(index);
        }
        if (SecretSigns.isEcho(parts)) {
            commands.echoed(index);
        }
        SecretNames.Name name = names.at(index, parts);
        if (name == null || name.wordEnd() <= handled || isInValue(name.start())) {
            return;
        }
        handled = name.wordEnd();
        origin = name.start();
        pin = isPinName(name);
        session = name.kind() == SecretNames.Kind.SESSION;
        login = name.end() - name.wordEnd() <= 1
                && (text.says("auth", name.wordEnd() - 4) || text.says("credential", name.wordEnd() - 10));
        code = name.kind() == SecretNames.Kind.CODE || name.kind() == SecretNames.Kind.MAYBE;
        int known = values.size();
        if (!tables.read(name)) {
            named(name);
        }
        if (values.size() == known) {
            sentences.answers(name);
        }
        if (values.size() == known
                && !pin
                && name.kind() != SecretNames.Kind.RANDOM
                && name.kind() != SecretNames.Kind.SESSION) {
            sentences.nearby(name);
        }
        if (name.kind() == SecretNames.Kind.PASSWORD) {
            pin = false;
            sentences.referred(name.end());
        }
    }

    /** Returns whether the name that is read is of a number. */
    boolean isPin() {
        return pin;
    }

    /** Returns whether the name that is read is of a code, which may be digits alone. */
    boolean isCode() {
        return code;
    }

    private boolean isPinName(SecretNames.Name name) {
        int from = Math.max(name.start(), name.wordEnd() - LONGEST_PIN);
        if (LAST_OF_PINS.indexOf(Letters.lower(text.at(name.wordEnd() - 1))) >= 0) {
            for (String word : PINS) {
                int at = name.wordEnd() - word.length();
                if (at >= from && text.says(word, at)) {
                    return true;
                }
            }
        }
        for (int at = from; at < name.wordEnd() - 5; at++) {
            int c = text.at(at);
            if ((c == 'p' || c == 'P' || c == 'п' || c == 'П') && isPinCode(at, name.wordEnd())) {
                return true;
            }
        }
        return false;
    }

    private boolean isPinCode(int at, int end) {
        for (String word : PIN_CODES) {
            if (at + word.length() <= end && text.says(word, at)) {
                return true;
            }
        }
        return false;
    }

    /**
     * A value that was found.
     *
     * @param end its end
     * @param origin the beginning of the name that announces it
     */
    private record Found(int end, int origin) {
        Found and(Found other) {
            return new Found(Math.max(end, other.end), Math.min(origin, other.origin));
        }
    }

    /** Returns the end of the value that begins at an index; {@link Detector#NONE} if none does. */
    int end(int from) {
        Found found = values.get(from);
        return found == null ? Detector.NONE : found.end();
    }

    /** Returns the index of the first value at an index or behind it; the largest number if there is none. */
    int next(int from) {
        if (from < askedFrom || from > nextValue) {
            Integer next = values.isEmpty() ? null : values.ceilingKey(from);
            askedFrom = from;
            nextValue = next == null ? Integer.MAX_VALUE : next;
        }
        return nextValue;
    }

    /** Returns the index of the first name whose value begins at an index or behind it; the index itself if there is none. */
    int keptFrom(int from) {
        return values.tailMap(from, true).values().stream()
                .mapToInt(Found::origin)
                .reduce(from, Math::min);
    }

    /** Returns whether an index is in a value that was found, so that what is there is no name. */
    private boolean isInValue(int index) {
        Map.Entry<Integer, Found> before = values.isEmpty() ? null : values.floorEntry(index);
        return before != null && before.getValue().end() > index;
    }

    /** Notes a value, without the blanks around it. */
    private void put(int from, int to) {
        int start = from;
        int end = to;
        while (start < end && text.at(start) <= ' ') {
            start++;
        }
        while (end > start && text.at(end - 1) <= ' ') {
            end--;
        }
        if (end > start) {
            values.merge(start, new Found(end, origin), Found::and);
            nextValue = start >= askedFrom ? Math.min(nextValue, start) : nextValue;
        }
    }

    private void named(SecretNames.Name name) {
        int before = text.at(name.start() - 1);
        if (before == '<' || (before == ':' && elements.inTag(name.start()))) {
            elements.element(name);
            return;
        }
        int prefix = name.start() - 1;
        while (name.start() - prefix < 30 && (AsciiChars.word(text.at(prefix)) || text.at(prefix) == ':')) {
            prefix--;
        }
        if (text.at(prefix) == '/' && text.at(prefix - 1) == '<') {
            return;
        }
        if (text.says("chpasswd", name.start()) || text.says("-stdin", name.wordEnd())) {
            logins(name);
            return;
        }
        if (name.kind() == SecretNames.Kind.SESSION && text.says("cookie", name.wordEnd() - 6)) {
            cookies(name.end());
            return;
        }
        if (text.says("/etc/passwd", name.start() - 5) && text.at(name.end()) <= ' ') {
            return; // a file
        }
        if (text.at(name.start() - 1) == '/'
                && name.kind() != SecretNames.Kind.PASSWORD
                && text.at(name.end()) != '=') {
            return;
        }
        if (text.at(name.start() - 1) == '[' && text.at(name.end()) == ']' && section(name)) {
            return;
        }
        int end = sentences.phraseEnd(name);
        if (end == name.end() && isInSentence(name)) {
            member = false;
            behindBlank(name, lines.blanks(end));
            return;
        }
        int at = lines.closers(end);
        if (isReference(name) && sign(at) == at) {
            return;
        }
        int dashes = name.start() - 1;
        while (text.at(dashes) == '-' || text.at(dashes) == '#' || text.at(dashes) == '.') {
            dashes--;
        }
        boolean wasQuoted = at > name.end() && SecretLines.isQuote(text.at(dashes));
        member = wasQuoted;
        if (wasQuoted && (elements.attribute(name, at) || member(name, at))) {
            return;
        }
        if (text.at(at) == '<' || text.at(at) == '>') {
            elements.tagged(name, at);
            return;
        }
        int sign = sign(at);
        if (sign > at) {
            assigned(name, sign);
        } else {
            beside(name, at, wasQuoted);
        }
    }

    /** Returns whether a name has no signs around it: blanks alone, and another word behind it. */
    private boolean isInSentence(SecretNames.Name name) {
        return text.at(name.start() - 1) == ' '
                && text.at(name.end()) == ' '
                && Letters.is(text.at(name.start()))
                && Letters.is(text.at(name.end() + 1));
    }

    /** Reads the members of a section that is called secrets, or the id of one that is called session. */
    private boolean section(SecretNames.Name name) {
        boolean its = name.kind() == SecretNames.Kind.SESSION;
        if ((!its && !isPlural(name)) || !beginsLine(name.start() - 1) || !lines.isLineEnd(name.end() + 1)) {
            return false;
        }
        int first = lines.nextLine(name.end() + 1);
        for (int i = 0; i < 50 && AsciiChars.word(text.at(first)) && first >= mapped; i++) {
            int end = first;
            while (AsciiChars.word(text.at(end)) || text.at(end) == '-' || text.at(end) == '.') {
                end++;
            }
            int sign = lines.blanks(end);
            SecretLines.Quote quote = text.at(sign) == '=' ? lines.quote(lines.blanks(sign + 1)) : null;
            boolean about = SecretNames.isAbout(text.slice(first, end));
            if (quote != null && !about && (!its || (text.says("id", first) && end == first + 2))) {
                quoted(quote, name.kind());
            }
            first = lines.nextLine(lines.lineEnd(end));
            mapped = Math.max(mapped, first);
        }
        return true;
    }

    /** Reads the lines below a name that have a user and a password each. */
    private void logins(SecretNames.Name name) {
        if (text.at(name.end()) != ':' || !lines.isLineEnd(lines.blanks(name.end() + 1))) {
            return;
        }
        int indent = indent(name.start());
        int first = lines.skipIndent(lines.nextLine(lines.blanks(name.end() + 1)));
        for (int i = 0; i < 50 && !lines.isLineEnd(first) && indent(first) > indent; i++) {
            int user = text.at(first) == '-' ? lines.blanks(first + 1) : first;
            if (text.at(behindUser(user, lines.lineEnd(user)) - 1) == ':' && AsciiChars.alnum(text.at(user))) {
                commands.login(user, ':');
            }
            first = lines.skipIndent(lines.nextLine(lines.lineEnd(first)));
        }
    }

    /** Returns whether a sign before a name makes it one of a variable, whose value is somewhere else. */
    private boolean isReference(SecretNames.Name name) {
        int before = text.at(name.start() - 1);
        return before == '$' || (before == '{' && text.at(name.start() - 2) == '$');
    }

    /** Reads the cookies of a header or an argument: those whose names are of a session. */
    private void cookies(int from) {
        if (from < cookies) {
            return;
        }
        int at = lines.closers(from);
        int sign = sign(at);
        at = lines.blanks(sign > at ? sign : at);
        while (SecretLines.OPENERS.contains(text.at(at))
                || (text.at(at) == '\\' && SecretLines.OPENERS.contains(text.at(at + 1)))) {
            at++;
        }
        for (int i = 0; i < 50; i++) {
            int name = at;
            while (at - name < 64 && (AsciiChars.word(text.at(at)) || "-.:$[]".indexOf(text.at(at)) >= 0)) {
                at++;
            }
            if (at == name || text.at(at) != '=') {
                return;
            }
            int value = at + 1;
            int end = value;
            while (end - value < Detector.LONGEST
                    && text.at(end) > ' '
                    && text.at(end) != ';'
                    && !SecretLines.OPENERS.contains(text.at(end))
                    && text.at(end) != '\\') {
                end++;
            }
            String plain = text.slice(name, at).toLowerCase(Locale.ROOT);
            boolean digits = plain.contains("token") && SecretValue.isPin(text.part(value, end));
            boolean known = isCookie(plain);
            boolean other = !known && (plain.endsWith("id") || plain.endsWith("url"));
            if (known || (!other && end - value >= LONG_COOKIE)) {
                SecretNames.Kind kind = known ? SecretNames.Kind.SESSION : SecretNames.Kind.RANDOM;
                accept(value, end, digits ? SecretNames.Kind.PASSWORD : kind, known);
            }
            cookies = end;
            at = text.at(end) == ';' ? lines.blanks(end + 1) : end;
            if (text.at(end) != ';') {
                return;
            }
        }
    }

    private static boolean isCookie(String name) {
        for (String word : COOKIES) {
            if (name.contains(word)) {
                return true;
            }
        }
        return false;
    }

    /** Reads the value of a name that is a value itself, such as {@code "name": "password", "value": "x"}. */
    private boolean member(SecretNames.Name name, int at) {
        int next = lines.space(at);
        if (text.at(next) != ',') {
            return false;
        }
        next = lines.space(next + 1);
        SecretLines.Quote label = lines.quote(next);
        if (label != null && text.says("rule", label.content())) {
            SecretLines.Quote behind = nextLabel(label);
            label = behind == null ? label : behind;
            next = label.content() - label.length();
        }
        int from = label == null ? next : label.content();
        int end = from;
        while (AsciiChars.letter(text.at(end))) {
            end++;
        }
        String word = end > from && end - from < 12 ? text.slice(from, end).toLowerCase(Locale.ROOT) : "";
        boolean says = LABELS.contains(word);
        int sign = says ? sign(lines.closers(end)) : -1;
        if (says && sign > end) {
            values(name, lines.blanks(sign));
            return true;
        }
        SecretLines.Quote argument = text.at(at) == ',' ? label : null;
        int opened = name.start() - 1;
        while (text.at(opened) == '-') {
            opened--;
        }
        boolean dashed = opened < name.start() - 1 || text.at(name.start()) == '-';
        int before = text.at(opened - 1);
        if (argument != null && isLabel(argument)) {
            return false;
        }
        if (argument != null && (isItem(name, opened) || before == '(' || before == '[' || before == '{' || dashed)) {
            quoted(argument, name.kind());
            return true;
        }
        return false;
    }

    /** Returns whether a string is the name of a member, whose value follows. */
    private boolean isLabel(SecretLines.Quote quote) {
        int end = lines.close(quote);
        int behind = end < 0 ? -1 : end + quote.length();
        return end >= 0 && sign(behind) > behind;
    }

    /** Returns whether a name with a prefix is an item of a row that SQL inserts, whose next item is its value. */
    private boolean isItem(SecretNames.Name name, int quote) {
        int at = quote;
        while (quote - at < 60 && text.at(at) != '(' && !lines.isLineEnd(at)) {
            at--;
        }
        return text.slice(name.start(), name.end()).indexOf('.') > 0
                && text.at(at) == '('
                && text.slice(Math.max(0, at - 8), at).toLowerCase(Locale.ROOT).contains("values");
    }

    /** Returns the index behind a sign by which a value is assigned, and what closes behind it; the same index if none is there. */
    private int sign(int from) {
        int at = lines.blanks(from);
        if (text.at(at) == '(') {
            int close = bracket.has(at) ? Math.min(at + MOST_IN_BRACKETS, bracket.to()) : at;
            while (close - at < MOST_IN_BRACKETS && text.at(close) > 0 && !BRACKET_ENDS.contains(text.at(close))) {
                close++;
            }
            bracket.set(at, close);
            int behind = text.at(close) == ')' ? lines.blanks(close + 1) : at;
            if (text.at(behind) == ':') {
                at = behind;
            }
        }
        int dots = at;
        while (text.at(dots) == '.' || text.at(dots) == '…') {
            dots++;
        }
        if (dots - at >= 3 || (dots > at && text.at(at) == '…')) {
            return text.at(dots) == ':' ? dots + 1 : dots;
        }
        int start = at;
        if (text.at(at) == ':' || text.at(at) == '=' || text.at(at) == '：') {
            at++;
            if (text.at(at) == '*' && text.at(at + 1) == '*' && text.at(at + 2) == '*') { // it is hidden
                return from;
            }
            while (at - start < 3
                    && (text.at(at) == '=' || text.at(at) == ':' || text.at(at) == '>' || text.at(at) == '*')) {
                at++;
            }
            if (text.at(at) == '=') {
                return from;
            }
            while (text.at(at) == '*' && text.at(at + 1) == '*') {
                at += 2;
            }
            return at;
        }
        if ((text.at(at) == '-' || text.at(at) == '=') && text.at(at + 1) == '>') {
            return at + 2;
        }
        if (text.at(at) == '!' && text.at(at + 1) == '=') {
            return from;
        }
        return from;
    }

    enum Place {
        /** The name begins its line. */
        LINE,
        /** Something is before the name on its line. */
        INLINE,
        /** The value is on a line of its own. */
        NEXT_LINE
    }

    private void assigned(SecretNames.Name name, int sign) {
        boolean colon = text.at(sign - 1) != '=';
        Place place = beginsLine(name.start()) ? Place.LINE : Place.INLINE;
        int at = lines.blanks(sign);
        if (!colon && at > sign && text.at(name.start() - 1) == ' ' && commands.isSearch(name.start())) {
            return;
        }
        if (lines.isLineEnd(at)) {
            if (colon || text.at(sign - 1) == '*') {
                nextLines(name, at, place);
            }
            return;
        }
        if (text.at(at) == '\\' && text.at(at + 1) == '\n') {
            at = lines.blanks(at + 2);
        }
        if (colon && (text.at(at) == '|' || text.at(at) == '>') && place == Place.LINE) {
            int behind = at + 1;
            while (behind - at < 4
                    && (text.at(behind) == '-' || text.at(behind) == '+' || AsciiChars.digit(text.at(behind)))) {
                behind++;
            }
            if (lines.isLineEnd(lines.blanks(behind))) {
                block(name, lines.blanks(behind));
                return;
            }
        }
        if (text.at(at) == '[') {
            list(name, at + 1);
            return;
        }
        if (colon && text.at(at) == '&' && lines.isLineEnd(lines.blanks(bare(at, lines.lineEnd(at))))) {
            return;
        }
        value(name, at, colon, place);
    }

    /** Returns whether nothing but marks of lists, quotes, comments and words of declarations is before a name on its line. */
    private boolean beginsLine(int start) {
        int at = start - 1;
        while (at >= 0 && text.at(at) != '\n' && start - at < SecretLines.FAR) {
            int c = text.at(at);
            if (c > ' ' && "\"'`-*>#;/|+.$@{<%!\\".indexOf(c) < 0) {
                int word = at;
                while (AsciiChars.letter(text.at(word))) {
                    word--;
                }
                String before = text.slice(word + 1, at + 1);
                if (!DECLARATIONS.contains(before)) {
                    return false;
                }
                at = word;
            } else {
                at--;
            }
        }
        return true;
    }

    private int indent(int at) {
        int start = tables.lineStart(at);
        int end = start;
        while (text.at(end) == ' ' || text.at(end) == '\t' || text.at(end) == '>') {
            end++;
        }
        return end - start;
    }

    /** Reads a value on the next line, or the lines of a list, which are further in or alone on their line. */
    void nextLines(SecretNames.Name name, int at, Place place) {
        int indent = indent(name.start());
        int line = lines.nextLine(at);
        int first = lines.skipIndent(line);
        if (lines.isLineEnd(first) && text.at(first) != LookaheadText.NOTHING) {
            line = lines.nextLine(first);
            first = lines.skipIndent(line);
        }
        if (text.at(first) == '-' && text.at(first + 1) == ' ') {
            items(name, first);
            return;
        }
        if (place == Place.LINE && indent(first) > indent && isPlural(name)) {
            if (first < mapped) {
                return;
            }
            for (int i = 0; i < 50 && indent(first) > indent && !lines.isLineEnd(first); i++) {
                int sign = first;
                while (AsciiChars.word(text.at(sign)) || ".-@\"'".indexOf(text.at(sign)) >= 0) {
                    sign++;
                }
                if (text.at(sign) == ':' && text.at(sign + 1) == ' ') {
                    value(name, lines.blanks(sign + 1), true, Place.LINE);
                }
                first = lines.skipIndent(lines.nextLine(lines.lineEnd(first)));
            }
            mapped = first;
            return;
        }
        int end = lines.lineEnd(first);
        if (isMail(first, end)) { // the user, whose password is on the next line
            first = lines.skipIndent(lines.nextLine(end));
            end = lines.lineEnd(first);
        }
        if (isLong(first)) {
            accept(first, first + Detector.LONGEST, name.kind(), true);
            return;
        }
        if (end - first > Detector.LONGEST || first >= end) {
            return;
        }
        SecretLines.Quote quote = lines.quote(first);
        if (quote != null) {
            quoted(quote, name.kind());
            return;
        }
        String alone = text.slice(first, end).strip();
        boolean one = alone.indexOf(' ') < 0 && !alone.endsWith(":") && memberSign(first, end) < 0;
        boolean further = indent(first) > indent && place == Place.LINE;
        if (one && !alone.contains(": ") && (SecretValue.isMixed(alone) || further)) {
            int stop = end;
            while (stop > first && ".".indexOf(text.at(stop - 1)) >= 0) {
                stop--;
            }
            accept(first, stop, name.kind(), further || SecretValue.isMixed(alone));
        } else if (further && countWords(alone) <= 5 && !alone.contains(": ") && !alone.contains("=")) {
            accept(first, end, name.kind(), true);
        }
    }

    /** What is known of a name: names of which the same is known have the same items. */
    private record Like(SecretNames.Kind kind, int shape, int state) {}

    /** Reads the items of a list, each on a line. Where they were read for a name like this, it goes on behind. */
    private void items(SecretNames.Name name, int from) {
        Like like = new Like(name.kind(), shape(name), state(name));
        int which = like.equals(itemsLike) ? Collections.binarySearch(items, from) : -1;
        if (which < 0) {
            items.clear();
            behindItems = from;
        }
        int at = behindItems;
        int count = items.size() - Math.max(0, which);
        for (; count < MOST_ITEMS && text.at(at) == '-' && text.at(at + 1) == ' '; count++) {
            items.add(at);
            int item = lines.blanks(at + 2);
            int end = Math.min(lines.lineEnd(item), item + Detector.LONGEST);
            SecretLines.Quote quote = lines.quote(item);
            int own = text.says("id: ", item) || text.says("name: ", item) ? lines.skipIndent(lines.nextLine(end)) : -1;
            if (quote != null) {
                quoted(quote, name.kind());
            } else if (own > 0 && text.says("value: ", own)) {
                value(name, lines.blanks(own + 7), true, Place.LINE);
                end = lines.lineEnd(own);
            } else if (!text.slice(item, end).contains(": ")) {
                accept(
                        item,
                        comment(item, end, false),
                        name.kind(),
                        text.slice(item, end).indexOf(' ') < 0);
            }
            at = lines.skipIndent(lines.nextLine(end));
        }
        behindItems = at;
        itemsLike = like.state == state(name) ? like : null;
    }

    /** Returns what a value that may fill its line depends on beside {@link #state}, as bits. */
    private int shape(SecretNames.Name name) {
        return (isIdentifier(name) && indentOrPlain(name) ? 1 : 0)
                | (isLabelled(name) ? 1 << 1 : 0)
                | (text.slice(name.start(), name.end()).indexOf(' ') >= 0 ? 1 << 2 : 0);
    }

    /** Returns whether a part of a string has no blank and no sign of another value. */
    private boolean isOneValue(int from, int to) {
        for (int at = from; at < to; at++) {
            if (text.at(at) <= ' ' || "&={}".indexOf(text.at(at)) >= 0) {
                return false;
            }
        }
        return true;
    }

    private boolean isMail(int from, int to) {
        int at = from;
        while (at < to && at - from < 64 && text.at(at) > ' ' && text.at(at) != '@') {
            at++;
        }
        return text.at(at) == '@'
                && at < to - 3
                && text.slice(at, Math.min(to, at + 64)).matches("@[A-Za-z0-9-]+\\.[A-Za-z0-9.-]+");
    }

    private boolean isPlural(SecretNames.Name name) {
        return AsciiChars.lower(text.at(name.end() - 1)) == 's' && name.end() == name.wordEnd() + 1;
    }

    private void block(SecretNames.Name name, int at) {
        int indent = indent(name.start());
        int line = lines.nextLine(at);
        for (int i = 0; i < 20; i++) {
            int first = lines.skipIndent(line);
            if (text.at(first) == LookaheadText.NOTHING || (!lines.isLineEnd(first) && indent(first) <= indent)) {
                return;
            }
            int end = lines.lineEnd(first);
            if (end > first) {
                accept(first, end, name.kind(), true);
            }
            line = lines.nextLine(end);
        }
    }

    private void list(SecretNames.Name name, int from) {
        int at = lines.space(from);
        if (listed.has(at)) { // an item is the name of another list, whose items are those of the first
            return;
        }
        for (int i = 0; i < 50; i++) {
            if (text.at(at) == '{' || text.at(at) == '[') {
                return;
            }
            SecretLines.Quote quote = lines.quote(at);
            int end;
            if (quote != null) {
                quoted(quote, name.kind());
                end = lines.close(quote);
                end = end < 0 ? at : end + quote.length();
            } else {
                end = at;
                while (end - at < Detector.LONGEST
                        && text.at(end) > ' '
                        && text.at(end) != ','
                        && text.at(end) != ']') {
                    end++;
                }
                accept(at, end, name.kind(), true);
            }
            end = lines.space(end);
            listed.set(i > 0 ? listed.from() : at, end);
            if (text.at(end) != ',' || end == at) {
                return;
            }
            at = lines.space(end + 1);
        }
    }

    /** Reads the value of a name, or that of the member with such a name in it. */
    void value(SecretNames.Name name, int from, boolean colon, Place place) {
        int within = read(name, from, colon, place);
        while (within >= 0 && inner.add(new Inner(within, name.kind(), state(name)))) {
            within = read(name, within, false, Place.INLINE);
        }
    }

    /** Reads a value; returns the index of the one within it that is to be read for the same name, or {@link Detector#NONE}. */
    private int read(SecretNames.Name name, int from, boolean colon, Place place) {
        if (text.at(from) == '!' && isReferenceTag(from)) {
            return Detector.NONE;
        }
        int at = schemed(behindSlash(name, from));
        if (text.says("auth", name.end() - 4) && !SecretLines.OPENERS.contains(text.at(at))) {
            int user = at;
            while (AsciiChars.word(text.at(user)) || text.at(user) == '.' || text.at(user) == '-') {
                user++;
            }
            if (user > at && text.at(user) == ':') {
                accept(user + 1, bare(user + 1, lines.lineEnd(at)), SecretNames.Kind.PASSWORD, true);
                return Detector.NONE;
            }
        }
        if (multiline(name, at)) {
            return Detector.NONE;
        }
        if (text.at(at) == '(' && text.says("auth", name.end() - 4)) {
            commands.lastString(at + 1);
            return Detector.NONE;
        }
        SecretLines.Quote quote = hashed(at);
        quote = quote == null ? lines.quote(at) : quote;
        if (quote != null) {
            quoted(quote, name.kind());
            return Detector.NONE;
        }
        if (isLong(at)) {
            accept(at, at + Detector.LONGEST, name.kind(), true);
            return Detector.NONE;
        }
        int lineEnd = lines.lineEnd(at);
        if (name.kind() == SecretNames.Kind.SECRET && SecretNames.isOfLogins(text, name.start(), name.wordEnd())) {
            int password = sentences.behindSpeaker(at, lineEnd);
            if (password > at) {
                accept(password, bare(password, lineEnd), SecretNames.Kind.PASSWORD, true);
                return Detector.NONE;
            }
        }
        int within = text.at(at) == '{' ? member(at + 1) : Detector.NONE;
        if (within >= 0) {
            return within;
        }
        if (member && colon) {
            int end = at;
            while (text.at(end) > ' ' && end - at < Detector.LONGEST && ",}]{[".indexOf(text.at(end)) < 0) {
                end++;
            }
            accept(at, end, name.kind(), true);
            return Detector.NONE;
        }
        if (text.at(at) == '{') {
            int close = at;
            while (close < lineEnd && close - at < SecretLines.JUDGED && text.at(close) != '}') {
                close++;
            }
            String inside = text.slice(at + 1, close);
            if (colon && text.at(close) == '}' && inside.contains(": ")) {
                return Detector.NONE;
            }
            if (text.at(close) == '}'
                    && !inside.contains(": ")
                    && !inside.contains(" =")
                    && (text.at(at + 1) > ' ' || !colon)
                    && text.at(at + 1) != '{'
                    && text.at(at + 1) != '"'
                    && text.at(at + 1) != '\''
                    && (lines.isLineEnd(close + 1) || ";\"'".indexOf(text.at(close + 1)) >= 0)) {
                accept(at + 1, close, name.kind(), true);
                return Detector.NONE;
            }
        }
        if (place == Place.LINE && lineEnd - at <= Detector.LONGEST && fillsLine(name, at, lineEnd, colon)) {
            int end = comment(at, lineEnd, !colon);
            while (end > at && (text.at(end - 1) == ' ' || text.at(end - 1) == '\t')) {
                end--;
            }
            accept(at, end, name.kind(), true);
            return Detector.NONE;
        }
        int quoted = !colon && SecretLines.OPENERS.contains(text.at(name.start() - 1))
                ? lines.quoteEnd(at, text.at(name.start() - 1))
                : -1;
        if (quoted > at && (isOneValue(at, quoted) || sentences.isPhraseTo(at, quoted, 2))) {
            accept(at, quoted, name.kind(), true);
            return Detector.NONE;
        }
        if (colon
                && name.kind() == SecretNames.Kind.PASSWORD
                && isLabelled(name)
                && sentences.isPhraseTo(at, lineEnd, 2)) {
            accept(at, lineEnd, name.kind(), true);
            return Detector.NONE;
        }
        int end = bare(at, lineEnd);
        int next = lines.blanks(end);
        boolean ends = lines.isLineEnd(next)
                || (text.at(end) != ' ' && text.at(end) != '\t')
                || (!colon && text.at(from - 1) == '=')
                || ",;&|)]}".indexOf(text.at(next)) >= 0
                || isNext(next, true);
        accept(at, end, name.kind(), ends);
        return Detector.NONE;
    }

    /** Returns whether a tag says that the value is the place of a secret. */
    private boolean isReferenceTag(int from) {
        int end = from + 1;
        while (AsciiChars.letter(text.at(end))) {
            end++;
        }
        return text.at(lines.blanks(end)) > ' '
                && REFERENCE_TAGS.contains(text.slice(from + 1, end).toLowerCase(Locale.ROOT));
    }

    private boolean isBehindSlash(SecretNames.Name name) {
        int before = name.start() - 1;
        while (text.at(before) == ' ') {
            before--;
        }
        return text.at(before) == '/' && text.at(before - 1) != '/' && text.at(before - 1) != ':';
    }

    /** Returns the beginning of the second of two values, of which the second has the name: {@code user / password: a / b}. */
    private int behindSlash(SecretNames.Name name, int from) {
        if (!isBehindSlash(name)) {
            return from;
        }
        int end = Math.min(from + SecretLines.JUDGED, lines.lineEnd(from));
        int slash = text.next(LookaheadText.Characters.DIVIDES, from, end);
        return slash < end ? lines.blanks(slash + 1) : from;
    }

    /** Returns the index of the id or the value of an object that a name has; {@link Detector#NONE} if it has none. */
    private int member(int from) {
        SecretLines.Quote label = lines.quote(lines.space(from));
        for (int i = 0; i < SecretSentences.MOST_WORDS && label != null; i++) {
            for (String word : MEMBERS) {
                int end = label.content() + word.length();
                if (text.says(word, label.content()) && !AsciiChars.word(text.at(end))) {
                    int sign = sign(lines.closers(end));
                    if (sign > end) {
                        return lines.blanks(sign);
                    }
                }
            }
            label = nextLabel(label);
        }
        return Detector.NONE;
    }

    /**
     * A value within another, with what its reading depends on.
     *
     * @param kind the kind of the name
     * @param state the rest that is known of the name, as {@link #state} returns it
     */
    private record Inner(int from, SecretNames.Kind kind, int state) {}

    private int state(SecretNames.Name name) {
        int quote = text.at(name.start() - 1);
        return (SecretLines.OPENERS.contains(quote) ? quote << 8 : 0)
                | (isBehindSlash(name) ? 1 << 7 : 0)
                | (text.says("auth", name.end() - 4) ? 1 << 6 : 0)
                | (SecretNames.isOfLogins(text, name.start(), name.wordEnd()) ? 1 << 5 : 0)
                | flags();
    }

    /** Returns what is known of the name that is read, as bits: what is accepted as its value depends on it. */
    int flags() {
        return (member ? 1 << 4 : 0)
                | (pin ? 1 << 3 : 0)
                | (login ? 1 << 2 : 0)
                | (session ? 1 << 1 : 0)
                | (code ? 1 : 0);
    }

    /** Reads a value and those of the members behind it that have the same name: {@code "old": "x", "new": "y"}. */
    private void values(SecretNames.Name name, int first) {
        int at = first;
        for (int i = 0; i < MOST_VALUES; i++) {
            SecretLines.Quote its = lines.quote(at);
            value(name, at, false, Place.INLINE);
            int end = its == null ? -1 : lines.close(its);
            int next = its == null || end < 0 ? -1 : lines.space(end + its.length());
            SecretLines.Quote label = next > 0 && text.at(next) == ',' ? lines.quote(lines.space(next + 1)) : null;
            int close = label == null ? -1 : lines.close(label);
            if (label == null
                    || close < 0
                    || close - label.content() > 12
                    || !LABELS.contains(text.slice(label.content(), close).toLowerCase(Locale.ROOT))) {
                return;
            }
            int sign = sign(close + label.length());
            if (sign == close + label.length()) {
                return;
            }
            at = lines.blanks(sign);
        }
    }

    /** Returns the label of the next member behind one whose value is a string; null if there is none. */
    private SecretLines.@Nullable Quote nextLabel(SecretLines.Quote label) {
        int end = lines.close(label);
        int sign = end < 0 ? -1 : sign(end + label.length());
        SecretLines.Quote its = end < 0 || sign == end + label.length() ? null : lines.quote(lines.blanks(sign));
        int close = its == null ? -1 : lines.close(its);
        int comma = its == null || close < 0 ? -1 : lines.space(close + its.length());
        return comma > 0 && text.at(comma) == ',' ? lines.quote(lines.space(comma + 1)) : null;
    }

    /** Reads the lines within three quotes that begin behind a line break. */
    private boolean multiline(SecretNames.Name name, int at) {
        int c = text.at(at);
        if ((c != '"' && c != '\'') || text.at(at + 1) != c || text.at(at + 2) != c || !lines.isLineEnd(at + 3)) {
            return false;
        }
        int line = lines.nextLine(at + 3);
        for (int i = 0; i < 20; i++) {
            int end = lines.lineEnd(line);
            int stop = line;
            while (stop < end && !(text.at(stop) == c && text.at(stop + 1) == c && text.at(stop + 2) == c)) {
                stop++;
            }
            if (stop > line) {
                accept(line, stop, name.kind(), true);
            }
            if (stop < end || text.at(end) == LookaheadText.NOTHING) {
                return true;
            }
            line = lines.nextLine(end);
        }
        return true;
    }

    private static final Set<String> HASHES = Set.of(
            "md5",
            "sha",
            "sha1",
            "sha2",
            "sha256",
            "sha512",
            "password",
            "old_password",
            "crypt",
            "encrypt",
            "hash",
            "encode",
            "digest",
            "aes_encrypt",
            "pgp_sym_encrypt",
            "to_base64",
            "upper",
            "lower",
            "trim",
            "quote",
            "bcrypt",
            "string",
            "secret",
            "str",
            "b64encode",
            "hashbytes",
            "pwdencrypt",
            "hash_password",
            "password_hash");

    /** Returns the quote of the argument of a function that hashes a password; null if there is none. */
    private SecretLines.@Nullable Quote hashed(int from) {
        int at = from;
        while (at - from < 20 && AsciiChars.word(text.at(at))) {
            at++;
        }
        if (at == from
                || text.at(at) != '('
                || !HASHES.contains(text.slice(from, at).toLowerCase(Locale.ROOT))) {
            return null;
        }
        SecretLines.Quote first = lines.quote(lines.blanks(at + 1));
        if (first != null && text.says("hashbytes", from)) {
            int end = lines.close(first);
            int next = end < 0 ? -1 : lines.blanks(end + 1);
            return next > 0 && text.at(next) == ',' ? lines.quote(schemed(lines.blanks(next + 1))) : first;
        }
        return first;
    }

    /** Returns whether another assignment follows. */
    private boolean isNext(int from, boolean colon) {
        int at = from;
        int c = text.at(at);
        while (at - from < 30
                && (AsciiChars.word(c)
                        || c == '.'
                        || c == '-'
                        || (c == ' ' && AsciiChars.letter(text.at(at + 1)) && at > from && text.at(from - 1) != ' '))) {
            c = text.at(++at);
        }
        return at > from
                && (c == '=' || (colon && c == ':' && (text.at(at + 1) == ' ' || AsciiChars.alnum(text.at(at + 1)))));
    }

    private boolean isType(int at) {
        return ((text.at(at) == '&' || text.at(at) == '!') && AsciiChars.letter(text.at(at + 1)))
                || text.says("!!", at);
    }

    /** Skips the scheme of a login and marks of types. */
    int schemed(int from) {
        boolean known = types.has(from) && isType(from);
        int skipped = known ? types.to() : from;
        while (!known && isType(skipped)) {
            int end = skipped;
            while (text.at(end) > ' ' && end - skipped < 30) {
                end++;
            }
            if (text.at(end) != ' ' || lines.isLineEnd(lines.blanks(end))) {
                break;
            }
            skipped = lines.blanks(end);
        }
        types.set(known ? types.from() : from, skipped);
        if (skipped > from) {
            return skipped;
        }
        if (FIRST_OF_SCHEMES.indexOf(text.at(from)) < 0) {
            return from;
        }
        for (String scheme : SCHEMES) {
            if (text.says(scheme, from)) {
                boolean quote = SecretLines.OPENERS.contains(scheme.charAt(scheme.length() - 1));
                return from + scheme.length() - (quote ? 1 : 0);
            }
        }
        return from;
    }

    /** Returns whether a value is the rest of its line, which may have blanks. */
    private boolean fillsLine(SecretNames.Name name, int from, int lineEnd, boolean colon) {
        String rest = text.slice(from, comment(from, lineEnd, !colon)).strip();
        int blank = rest.indexOf(' ');
        if (blank < 0) {
            return !rest.endsWith(",")
                    && !isList(from, lineEnd)
                    && !rest.endsWith("\"")
                    && !rest.endsWith(";")
                    && !rest.endsWith(")")
                    && !rest.endsWith("'");
        }
        if (name.kind() != SecretNames.Kind.PASSWORD && name.kind() != SecretNames.Kind.SECRET) {
            return false;
        }
        if (text.slice(name.start(), name.end()).indexOf(' ') >= 0) {
            return false;
        }
        boolean config = colon ? isIdentifier(name) && indentOrPlain(name) : text.at(from - 1) != '=' || !isUpper(name);
        return config
                && countWords(rest) <= 8
                && !rest.contains("=")
                && !rest.contains(" -")
                && !rest.contains(": ")
                && !rest.contains(", ")
                && !rest.contains("; ")
                && !rest.contains(". ")
                && !rest.contains(" (")
                && !rest.startsWith("(")
                && !rest.contains("\"")
                && !rest.contains("'")
                && (!colon || SecretSentences.isPhrase(rest, 2));
    }

    private static int countWords(String text) {
        return new StringTokenizer(text).countTokens();
    }

    /** Returns whether another assignment follows on the line, as in an address or a connection string. */
    private boolean isList(int from, int lineEnd) {
        for (int at = from; at < lineEnd; at++) {
            if ((text.at(at) == ';' || text.at(at) == '&' || text.at(at) == ',') && isNext(at + 1, false)) {
                return true;
            }
        }
        return false;
    }

    private boolean isIdentifier(SecretNames.Name name) {
        return Letters.isSmall(text.at(name.start())) || text.at(name.start()) == '"';
    }

    private boolean indentOrPlain(SecretNames.Name name) {
        int at = name.start();
        return text.at(at - 1) == '\n' || text.at(at - 1) == ' ' || text.at(at - 1) == LookaheadText.NOTHING;
    }

    private boolean isUpper(SecretNames.Name name) {
        String plain = text.slice(name.start(), name.end());
        return plain.equals(plain.toUpperCase(Locale.ROOT));
    }

    /** Returns the beginning of a comment at the end of a line; the end of the line if there is none. */
    private int comment(int from, int lineEnd, boolean semicolon) {
        for (int at = from + 1; at < lineEnd; at++) {
            int c = text.at(at);
            boolean spaced = text.at(at - 1) == ' ' || text.at(at - 1) == '\t';
            if (spaced && (c == '#' || (c == ';' && semicolon) || (c == '/' && text.at(at + 1) == '/'))) {
                return at - 1;
            }
        }
        return lineEnd;
    }

    /** Returns the end of a value without quotes. */
    private int bare(int from, int lineEnd) {
        int at = bare.has(from + 1) ? bare.to() : from;
        while (at < lineEnd && text.at(at) > ' ') {
            int c = text.at(at);
            boolean over = (c == ';'
                            && (text.at(at + 1) <= ' '
                                    || isNext(at + 1, c == ',')
                                    || SecretLines.OPENERS.contains(text.at(at + 1))
                                    || text.at(at + 1) == '\\'))
                    || c == '"'
                    || c == '`'
                    || (c == '<' && isTag(at))
                    || c == '|'
                    || (c == '\'' && !Letters.is(text.at(at + 1)))
                    || (c == '\\' && (text.escaped(at + 1) || SecretLines.OPENERS.contains(text.at(at + 1))))
                    || ((c == '&' || (c == '?' && session)) && isNext(at + 1, c == ','))
                    || (c == ',' && (text.at(at + 1) <= ' ' || isNext(at + 1, c == ',') || text.at(at + 1) == '"'))
                    || ((c == '}' || c == ')' || c == ']')
                            && (text.at(at + 1) <= ' ' || ",.;)]}".indexOf(text.at(at + 1)) >= 0));
            if (over && at > from) {
                break;
            }
            at++;
        }
        bare.set(from, at);
        while (at > from + 1 && ".,:?".indexOf(text.at(at - 1)) >= 0 && text.at(at) <= ' ') {
            at--;
        }
        while (at > from + 2 && text.at(at - 1) == '*' && text.at(at - 2) == '*') {
            at -= 2;
        }
        return at;
    }

    private boolean isTag(int from) {
        int at = from + 1;
        while (at - from < 40 && (AsciiChars.word(text.at(at)) || text.at(at) == '/')) {
            at++;
        }
        return text.at(at) == '>' || (text.at(at) == ' ' && at > from + 1);
    }

    /** Reads a value beside its name, without a sign: an argument, a string, or behind words. */
    private void beside(SecretNames.Name name, int at, boolean wasQuoted) {
        boolean flag = text.at(name.start() - 1) == '-' || text.at(name.start()) == '-';
        int next = lines.blanks(at);
        if (flag && next > at && text.at(next) != '-' && !lines.isLineEnd(next)) {
            commands.argument(next, name.kind());
            return;
        }
        if (text.at(next) == '('
                && (text.says("create_credential", name.wordEnd() - 17)
                        || text.says("crypt", name.wordEnd() - 5)
                        || text.says("auth", name.end() - 4))) {
            commands.lastString(next + 1);
            return;
        }
        if (text.at(next) == '(' || (text.at(next) == ',' && wasQuoted)) {
            SecretLines.Quote quote = lines.quote(lines.space(next + 1));
            if (quote != null && !isLabel(quote)) {
                quoted(quote, name.kind());
            } else if (quote == null && text.at(next) == '(' && next > at) {
                sentences.words(name, next);
            }
            return;
        }
        if (SecretTables.isBar(text.at(next)) || text.at(at) == '\t') {
            tables.cell(name, SecretTables.isBar(text.at(next)) ? next : at);
            return;
        }
        if (lines.isLineEnd(next)) {
            int line = lines.skipIndent(lines.nextLine(next));
            if (!lines.isLineEnd(line) && isNetrc(name, line) && !commands.isSearch(name.start())) {
                accept(line, netrcEnd(line), name.kind(), true);
                return;
            }
            nextMember(name, next);
            return;
        }
        if (next == at) {
            sentences.unspaced(name, next);
            return;
        }
        behindBlank(name, next);
    }

    /** Reads a value behind the blanks behind its name. */
    private void behindBlank(SecretNames.Name name, int from) {
        int next = from;
        if (LookaheadText.unspaced(text.at(next))) {
            sentences.unspaced(name, next);
            return;
        }
        if (LookaheadText.unspaced(text.at(name.end() - 1))) {
            int known = values.size();
            sentences.unspaced(name, next);
            if (values.size() > known) {
                return;
            }
        }
        if (text.says("by ", next)) {
            next = lines.blanks(next + 3);
        }
        if (text.says("for ", next)) {
            int sign = next;
            while (sign - next < SecretLines.FAR && !lines.isLineEnd(sign) && text.at(sign) != '=') {
                sign++;
            }
            if (text.at(sign) == '=' && (text.at(sign - 1) == ' ' || SecretLines.OPENERS.contains(text.at(sign - 1)))) {
                value(name, lines.blanks(sign + 1), false, Place.INLINE);
                return;
            }
        }
        if (text.says("sp_password", name.start())) {
            procedure(next);
            return;
        }
        SecretLines.Quote quote = lines.quote(schemed(next));
        if (quote != null) {
            int close = lines.close(quote);
            if (close < 0 || text.at(lines.blanks(close + quote.length())) != '{') { // which is of a block
                quoted(quote, name.kind());
            }
            return;
        }
        if (isNetrc(name, next)) {
            int end = netrcEnd(next);
            if (!isAnonymous(name, next, end)) {
                accept(next, end, name.kind(), true);
            }
            account(name.start(), end);
            return;
        }
        if (isProperty(name, next)) {
            accept(next, lines.lineEnd(next), name.kind(), true);
        } else if (text.says("wpa_passphrase", name.start())) {
            commands.argument(lines.blanks(commands.argumentEnd(next)), name.kind());
        } else if (text.says("identified by", name.wordEnd() - 13)) {
            int end = next;
            while (text.at(end) > ' ' && text.at(end) != ';' && text.at(end) != ',' && end - next < Detector.LONGEST) {
                end++;
            }
            accept(next, end, name.kind(), true);
        } else if (text.says("htpasswd", name.wordEnd() - 8) || text.says("change_password", name.wordEnd() - 15)) {
            commands.lastArgument(next);
        } else if (name.kind() == SecretNames.Kind.SESSION && sessionId(next)) {
            return;
        } else if (name.kind() != SecretNames.Kind.SESSION && name.kind() != SecretNames.Kind.RANDOM) {
            sentences.words(name, next);
        } else {
            int end = next;
            while (text.at(end) > ' ' && end - next < Detector.LONGEST) {
                end++;
            }
            while (end > next && ".,;:)".indexOf(text.at(end - 1)) >= 0) {
                end--;
            }
            String plain = text.slice(next, end);
            if (plain.length() >= 12
                    && SecretValue.isStrange(plain)
                    && AsciiChars.all(plain, c -> AsciiChars.word(c) || "+/=.-~".indexOf(c) >= 0)) {
                accept(next, end, name.kind(), true);
            }
        }
    }

    /** Returns whether a name with points begins its line, of which one word is the rest: {@code ftp.password x}. */
    private boolean isProperty(SecretNames.Name name, int from) {
        boolean pointed = text.at(name.start() - 1) == '\n' && text.at(name.end()) == ' ';
        for (int at = name.start(); pointed && text.at(at) != '.'; at++) {
            pointed = at < name.end();
        }
        int end = from;
        while (pointed && text.at(end) > ' ' && end - from < SecretLines.JUDGED) {
            end++;
        }
        return pointed && lines.isLineEnd(end);
    }

    /** Reads the old and the new password of a procedure: {@code sp_password 'x', 'y', 'login'}. */
    private void procedure(int from) {
        int at = from;
        for (int i = 0; i < 2; i++) {
            SecretLines.Quote quote = lines.quote(at);
            int end = quote == null ? at : lines.close(quote);
            if (quote != null) {
                quoted(quote, SecretNames.Kind.PASSWORD);
                end = end < 0 ? at : end + quote.length();
            } else if (text.says("null", at)) {
                end = at + 4;
            }
            if (text.at(end) != ',' || end == at) {
                return;
            }
            at = lines.blanks(end + 1);
        }
    }

    /** Reads the id that a few words behind a session have: {@code session expired: id=x}. */
    private boolean sessionId(int from) {
        for (int at = from; at - from < 30 && !lines.isLineEnd(at); at++) {
            boolean id =
                    text.says("id", at) && !AsciiChars.alnum(text.at(at - 1)) && !AsciiChars.alnum(text.at(at + 2));
            if (id && (text.at(at + 2) == '=' || text.at(at + 2) == ':')) {
                int value = lines.blanks(at + 3);
                accept(value, bare(value, lines.lineEnd(value)), SecretNames.Kind.SESSION, true);
                return true;
            }
        }
        return false;
    }

    /** Reads the value of a name that is a value itself, on the next line: {@code value: x}, or {@code : x}. */
    private void nextMember(SecretNames.Name name, int lineEnd) {
        int line = lines.skipIndent(lines.nextLine(lineEnd));
        int before = name.start() - 1;
        while (text.at(before) == ' ' || SecretLines.OPENERS.contains(text.at(before))) {
            before--;
        }
        if (text.at(before) == ':' || text.at(before) == '=') {
            for (String label : NEXT_LABELS) {
                int sign = line + label.length();
                if (text.says(label, line)
                        && (text.at(lines.blanks(sign)) == ':' || text.at(lines.blanks(sign)) == '=')) {
                    value(name, lines.blanks(lines.blanks(sign) + 1), true, Place.LINE);
                    return;
                }
            }
        } else if (text.at(before) == '?' && text.at(line) == ':') {
            value(name, lines.blanks(line + 1), true, Place.LINE);
        }
    }

    /** Returns whether a value is the mail address that an anonymous login has in the place of a password. */
    private boolean isAnonymous(SecretNames.Name name, int from, int to) {
        int before = name.start();
        while (text.at(before - 1) <= ' ' && before > 0) {
            before--;
        }
        return text.says("anonymous", before - "anonymous".length())
                && text.slice(from, to).indexOf('@') > 0;
    }

    private int netrcEnd(int from) {
        int end = from;
        while (text.at(end) > ' ' && end - from < Detector.LONGEST) {
            end++;
        }
        return end > from + 1 && text.at(from) != text.at(end - 1) && SecretLines.OPENERS.contains(text.at(end - 1))
                ? end - 1
                : end;
    }

    private boolean isNetrc(SecretNames.Name name, int next) {
        if (!text.says("password", name.start()) || name.end() - name.start() != 8) {
            return false;
        }
        int valueEnd = next;
        while (text.at(valueEnd) > ' ' && valueEnd - next < Detector.LONGEST) {
            valueEnd++;
        }
        int after = lines.space(valueEnd);
        if (!(lines.isLineEnd(lines.blanks(valueEnd))
                || netrcEnd(next) < valueEnd
                || text.says("machine", after)
                || text.says("login", after)
                || text.says("account", after)
                || text.at(after) == '#')) {
            return false;
        }
        int from = Math.max(0, name.start() - SecretLines.FAR);
        if (!text.says("login", after) && !isNearLogin(from, name.start())) {
            return false;
        }
        String before = text.slice(from, name.start()).replace('\t', ' ');
        if (before.substring(before.lastIndexOf('\n') + 1).strip().startsWith("#")) {
            return false;
        }
        before = before.replace('\n', ' ');
        int login = before.lastIndexOf("login ");
        boolean near = login >= 0 && before.length() - login < 100 && countWords(before.substring(login + 6)) <= 3;
        return near
                || text.says("login", after)
                || before.strip().endsWith("login")
                || (beginsLine(name.start()) && before.contains("machine "));
    }

    /** Returns whether a word of a login is in a part of the text, which a later part overlaps. */
    private boolean isNearLogin(int from, int to) {
        for (loginsTo = Math.max(loginsTo, from); loginsTo < to; loginsTo++) {
            int c = text.at(loginsTo);
            boolean begins = c == 'l' || c == 'L' || c == 'm' || c == 'M';
            if (begins && (text.says("login", loginsTo) || text.says("machine", loginsTo))) {
                lastLogin = loginsTo;
            }
        }
        return lastLogin >= from;
    }

    /** Reads the second password of an entry, before or behind the first. */
    private void account(int start, int end) {
        int at = start - 1;
        while (start - at < SecretLines.FAR && at > 0 && !text.says("account", at) && !text.says("machine", at)) {
            at--;
        }
        int behind = lines.space(end);
        int label = text.says("account", at) ? at : text.says("account", behind) ? behind : -1;
        if (label >= 0) {
            int from = lines.space(label + 7);
            int to = from;
            while (text.at(to) > ' ' && to - from < Detector.LONGEST) {
                to++;
            }
            if (text.hasDigitIn(from, to) && SecretValue.isStrange(text.slice(from, to))) {
                accept(from, to, SecretNames.Kind.PASSWORD, true);
            }
        }
    }

    /** Returns whether a name is the end of a label of two or three words at the beginning of its line. */
    private boolean isLabelled(SecretNames.Name name) {
        int at = name.start() - 1;
        while (name.start() - at < 32 && (text.at(at) == ' ' || text.at(at) == '-' || Letters.is(text.at(at)))) {
            at--;
        }
        return text.at(at) == '\n' || text.at(at) == LookaheadText.NOTHING;
    }

    void quoted(SecretLines.Quote quote, SecretNames.Kind kind) {
        int from = schemed(quote.content());
        int end = lines.close(quote);
        end = end < 0 && isLong(from) ? from + Detector.LONGEST : end;
        if (end > quote.content()) {
            accept(from, end, kind, true);
        }
    }

    /** Returns whether a token begins there that is as long as a value can be, or longer. */
    boolean isLong(int from) {
        int at = token.has(from) ? token.to() : from;
        while (at - from < Detector.LONGEST && AsciiChars.token(text.at(at))) {
            at++;
        }
        return token.set(from, at) - from >= Detector.LONGEST;
    }

    /** Returns the index of the sign of a value that is the name of another one and its sign; -1 if it is none. */
    private int memberSign(int from, int to) {
        int at = from;
        while (at < to && AsciiChars.word(text.at(at))) {
            at++;
        }
        return at > from && at < to - 1 && text.at(at) == '=' && text.at(at + 1) != '=' ? at : -1;
    }

    /** Returns the last sign of names with signs directly one behind the other: {@code a=b=c}. */
    private int lastSign(int first, int to) {
        boolean known = signs.has(first) && signs.to() < to - 1;
        int sign = known ? signs.to() : first;
        for (int next = sign; next >= 0; next = memberSign(sign + 1, to)) {
            sign = next;
        }
        signs.set(known ? signs.from() : first, sign);
        return sign;
    }

    /** Returns whether two characters are those of a byte in an address. */
    private boolean isEncoded(int at) {
        int second = text.at(at + 1);
        return AsciiChars.digit(text.at(at))
                || (AsciiChars.hex(text.at(at)) && (AsciiChars.digit(second) || Letters.isCapital(second)));
    }

    /** Returns the beginning of the password behind the name of a user; the same index if there is none. */
    private int behindUser(int from, int to) {
        int at = from;
        while (at < to && at - from < 64 && (AsciiChars.word(text.at(at)) || ".-@".indexOf(text.at(at)) >= 0)) {
            at++;
        }
        boolean divides = text.at(at) == ':' || (text.at(at) == '%' && !isEncoded(at + 1));
        return divides && at > from && at < to - 1 && text.at(at + 1) != '/' ? at + 1 : from;
    }

    /** Returns the number of characters of a quote that begins there, with its escapes; 0 if there is none. */
    private int quote(int at) {
        int mark = at;
        while (text.at(mark) == '\\' && mark - at < SecretLines.JUDGED) {
            mark++;
        }
        return SecretLines.isQuote(text.at(mark)) ? mark + 1 - at : 0;
    }

    /** Notes a value if it is a secret. */
    void accept(int from, int to, SecretNames.Kind kind, boolean sure) {
        int start = from;
        int end = to;
        while (start < end && (text.at(start) <= ' ' || quote(start) > 0)) { // a quote is no part of the value
            start += Math.max(1, quote(start));
        }
        while (end > start && (text.at(end - 1) <= ' ' || SecretLines.isQuote(text.at(end - 1)))) {
            boolean quote = text.at(end - 1) > ' ';
            end--;
            while (quote && end > start && text.at(end - 1) == '\\') {
                end--;
            }
        }
        while (end > start && text.at(end - 1) == '\\') { // which begins an escape of what follows
            end--;
        }
        if (pin && !SecretValue.isPin(text.part(start, end))) {
            return;
        }
        if (text.at(start) == '{' && (text.at(start + 1) == '\\' || text.at(start + 1) == '"')) {
            return;
        }
        int sign = login || kind == SecretNames.Kind.SESSION ? memberSign(start, end) : -1;
        if (sign >= 0) {
            if (!login) {
                accept(lastSign(sign, end) + 1, end, kind, sure);
            }
            return;
        }
        int password = login ? behindUser(start, end) : start;
        if (password > start) {
            login = false;
            accept(password, end, SecretNames.Kind.PASSWORD, sure);
            return;
        }
        if (end > start
                && end - start <= Detector.LONGEST
                && SecretValue.isSecret(text.slice(start, Math.min(end, start + SecretLines.JUDGED)), kind, sure)
                && !isEndOfPseudonym(start, end)) {
            put(start, end);
        }
    }

    /** Returns whether it is a pseudonym without its kind, which was read as a name: {@code KEY_…}. */
    private boolean isEndOfPseudonym(int start, int end) {
        int from = start;
        while (from > 0 && start - from < LONGEST_KIND && isOfKind(text.at(from - 1))) {
            from--;
        }
        return from < start && text.at(start) == '_' && PseudonymGenerator.isOne(text.slice(from, end));
    }

    private static boolean isOfKind(int c) {
        return c == '_' || (c >= 'A' && c <= 'Z');
    }
}
