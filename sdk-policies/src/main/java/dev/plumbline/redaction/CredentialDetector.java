package dev.plumbline.redaction;

import dev.plumbline.redaction.LookaheadText.Characters;
import java.util.List;
import java.util.Map;

/**
 * Detects secrets: keys and tokens with a prefix of their issuer, signed web tokens, values after a word such as {@code
 * password=}, and private keys in PEM form.
 */
final class CredentialDetector implements Detector {
    /** The minimum length of a prefixed key: the prefix, and the characters after it. */
    private static final int SHORTEST = 15;

    /**
     * The maximum length of the first part of a key with its issuer's mark in the middle: that of a token of Airtable.
     */
    private static final int FIRST_PART = 17;

    /** The minimum length of a key with its issuer's mark in the middle. */
    private static final int SHORTEST_MARKED = 37;

    /** The minimum length of a password that a user chose, after a word. */
    private static final int CHOSEN = 8;

    /** The number of characters of a password that are looked at to tell whether it is one. */
    private static final int MOST_JUDGED = 256;

    /** The maximum length of the name of a value in an address. */
    private static final int MOST_OF_NAME = 24;

    /** How far before its secret part the address of a web hook says that it is one. */
    private static final int MOST_BEFORE_HOOK = 120;

    /** The number of digits of a bot, and the minimum length of its key. */
    private static final int FEWEST_OF_BOT = 8;

    private static final int MOST_OF_BOT = 10;
    private static final int SHORTEST_OF_BOT = 32;

    private static final int FEWEST_OF_GROUP = 4;

    private static final int FEWEST_GROUPS = 4;

    private static final int LONGEST_LICENCE = 64;

    private static final AsciiSet ENDS = AsciiSet.of("\"'`,;<>(){}[]|\\");
    private static final AsciiSet LOGIN_ENDS = AsciiSet.of("/?\"'<>`\\");

    private static final int LONGEST_LOGIN = 200;

    private static final int MOST_SIGNS = 5;

    private static final AsciiSet SIGNS = AsciiSet.of(":=\"'");

    /** The commands of Oracle before a name and its password. */
    private static final List<String> ORACLE =
            List.of("thin:", "connect ", "conn ", "sqlplus ", "sqlldr ", "expdp ", "impdp ");

    private static final Map<String, Integer> PREFIXES = KeyPrefixes.all();

    /** Words for passwords that are the last part of compound words, such as {@code Zugangspasswort}. */
    private static final WordList COMPOUNDS =
            WordList.of("passwort", "kennwort", "wachtwoord", "lösenord", "losenord", "password", "パスワード", "비밀번호");

    /** Words for passwords. */
    private static final WordList PASSWORDS = WordList.of(
                    "password",
                    "passwd",
                    "passphrase",
                    "passcode",
                    "pwd",
                    "passwort",
                    "kennwort",
                    "mot de passe",
                    "mdp",
                    "code secret",
                    "contraseña",
                    "contrasena",
                    "clave",
                    "senha",
                    "palavra-passe",
                    "parola chiave",
                    "wachtwoord",
                    "hasło",
                    "haslo",
                    "пароль",
                    "lösenord",
                    "losenord",
                    "parola",
                    "密码",
                    "密碼",
                    "パスワード",
                    "비밀번호")
            .withLastParts(COMPOUNDS);

    static final WordList WORDS = PASSWORDS.plus(
            "pw",
            "pin",
            "api key",
            "api_key",
            "api-key",
            "apikey",
            "secret",
            "token",
            "access_key",
            "accesskey",
            "accountkey",
            "account_key",
            "sharedaccesskey",
            "bearer",
            "authorization",
            "credential",
            "client_secret",
            "private_key",
            "schlüssel",
            "geheimnis");

    /** The length from which on a value in the place of a user is a token. */
    private static final int SHORTEST_TOKEN = 20;

    private static final int ASCII = 128;

    private final WordListDetector prefixes = new WordListDetector(PREFIXES.keySet(), false);
    /** For each ASCII character that a prefix begins with, a bit for each character that follows it, modulo 64. */
    private final long[] pairs = new long[ASCII];

    CredentialDetector() {
        for (String prefix : PREFIXES.keySet()) {
            pairs[prefix.charAt(0)] |= 1L << prefix.charAt(1);
        }
    }

    @Override
    public String kind() {
        return RedactionOptions.Kind.KEY.name();
    }

    @Override
    public boolean mayStand(TextFeatures text) {
        return (text.length() >= SHORTEST && text.isRandom()) || text.isAssigned() || text.isDashed() || text.hasAt();
    }

    @Override
    public boolean mayBegin(int c) {
        return c > ' ';
    }

    @Override
    public int end(LookaheadText text, int from) {
        int first = text.at(from);
        if (first == '-') {
            return pem(text, from);
        }
        int login = switch (text.at(from - 1)) {
            case ':' -> Math.max(login(text, from), LoginLines.end(text, from));
            case '=' -> matrix(text, from);
            case '/' -> Math.max(login(text, from), hook(text, from));
            default -> login(text, from);
        };
        if (login != NONE || !text.startsToken(from) || (first != '_' && !AsciiChars.anyAlnum(first))) {
            return login;
        }
        int end = Math.max(Math.max(issued(text, from), marked(text, from)), bot(text, from));
        if (end != NONE) {
            return end;
        }
        return assigned(text, from) ? named(text, from) : NONE;
    }

    private int issued(LookaheadText text, int from) {
        int first = text.at(from);
        boolean begins = first < ASCII && pairs[first] != 0 && (pairs[first] >>> text.at(from + 1) & 1) != 0;
        int behind = begins ? prefixes.end(text, from) : NONE;
        if (behind == NONE) {
            return text.at(from) == 'S' && text.at(from + 1) == 'K' ? hex(text, from + 2) : NONE;
        }
        int end = run(text, behind);
        if (end - behind < PREFIXES.getOrDefault(text.slice(from, behind), 0)
                || text.has(Characters.ASSIGNS, behind, end - 2)) { // a name and its value
            return NONE;
        }
        return isRandom(text, behind, end) ? end : NONE;
    }

    /** Returns whether it has a digit, or letters of both cases or capitals alone, unlike hyphenated words. */
    private static boolean isRandom(LookaheadText text, int from, int end) {
        return text.has(Characters.DIGIT, from, end)
                || (text.has(Characters.CAPITAL, from, end)
                        && (text.has(Characters.SMALL, from, end) || !text.has(Characters.NO_LETTER, from, end)));
    }

    /** Returns the end of the 32 hexadecimal digits of a Twilio key. */
    private static int hex(LookaheadText text, int from) {
        int at = from;
        while (at - from < 32 && AsciiChars.hex(text.at(at))) {
            at++;
        }
        return at - from == 32 && text.endsToken(at) ? at : NONE;
    }

    /** Returns the end of a key with its issuer's mark in the middle or at the end. */
    private static int marked(LookaheadText text, int from) {
        int at = from;
        while (at - from < FIRST_PART && AsciiChars.alnum(text.at(at))) {
            at++;
        }
        if (at - from >= FEWEST_OF_GROUP && text.at(at) == '-' && at - from < SHORTEST) {
            int last = licence(text, from);
            if (last != NONE) {
                return last;
            }
        }
        boolean marked = switch (at - from) {
            case 5 -> text.at(at - 1) == 'Q' && text.at(at) == '~';
            case 6 -> text.at(at) == '_' && text.at(from) >= 0 && text.says("_mmk", run(text, from) - 4);
            case 14 -> text.says(".atlasv1.", at);
            case FIRST_PART -> text.at(at) == '.' && text.says("pat", from);
            default -> false;
        };
        int end = marked ? run(text, from) : NONE;
        return end - from >= SHORTEST_MARKED ? end : NONE;
    }

    /**
     * Returns the end of the key of a licence: four groups or more of one length, of capitals and digits, which are mixed in
     * two of them, or in one of five, and the first has a letter.
     */
    private static int licence(LookaheadText text, int from) {
        int groups = 0;
        int mixed = 0;
        int length = -1;
        int start = from;
        int kinds = 0;
        for (int at = from; at - from < LONGEST_LICENCE; at++) {
            int c = text.at(at);
            boolean capital = c >= 'A' && c <= 'Z';
            if (AsciiChars.digit(c) || capital) {
                kinds |= capital ? 2 : 1;
                continue;
            }
            if ((length >= 0 && length != at - start)
                    || at - start < FEWEST_OF_GROUP
                    || (groups == 0 && kinds == 1)
                    || (c != '-' && !text.endsToken(at))) {
                return NONE;
            }
            length = at - start;
            groups++;
            mixed += kinds == 3 ? 1 : 0;
            kinds = 0;
            start = at + 1;
            if (c != '-') {
                return groups >= FEWEST_GROUPS && mixed + (groups > FEWEST_GROUPS ? 1 : 0) >= 2 ? at : NONE;
            }
        }
        return NONE;
    }

    /** Returns the end of the password in an address such as {@code https://name:password@host}. */
    private static int login(LookaheadText text, int from) {
        int divider = text.at(from - 1);
        if ((divider != ':' && divider != '/') || text.at(from) == '/' || text.at(from) == '@') {
            return NONE;
        }
        int name = from - 2;
        for (int c = text.at(name);
                c > ' ' && c != ':' && !LOGIN_ENDS.contains(c) && from - name < LONGEST_LOGIN;
                c = text.at(name)) {
            name--;
        }
        boolean go = divider == ':'
                && name < from - 2
                && (text.at(name) <= ' ' || text.at(name) == '"' || text.at(name) == '\'');
        if (divider == '/' && text.at(from - 2) == '/') {
            return token(text, from);
        }
        if (divider == '/' && text.at(from) == '"') {
            return isOracle(text, name) ? quotedLogin(text, from) : NONE;
        }
        if (divider == '/' && name < from - 2 && (name < 0 || text.at(name) <= ' ') && isBeforeHost(text, from)) {
            go = false;
        } else if (!go && !(divider == ':' ? isSlashed(text, name) : name < from - 2 && isOracle(text, name))) {
            return NONE;
        }
        int end = NONE;
        for (int at = from; at - from <= LONGEST && text.at(at) > ' ' && !LOGIN_ENDS.contains(text.at(at)); at++) {
            end = text.at(at) == '@' && at > from ? at : end;
        }
        if (end == NONE && divider == '/' && isOracle(text, name) && text.at(name) == ' ') {
            end = from;
            while (end - from < LONGEST && text.at(end) > ' ' && !LOGIN_ENDS.contains(text.at(end))) {
                end++;
            }
        }
        boolean place = end > from && SecretValue.isPlace(text.slice(from, end));
        return place || (go && !text.says("@tcp(", end)) ? NONE : end;
    }

    /** Returns the end of a random token in the place of a user before the sign in front of a host. */
    private static int token(LookaheadText text, int from) {
        int at = from;
        while (at - from < LONGEST && (AsciiChars.word(text.at(at)) || text.at(at) == '-')) {
            at++;
        }
        return text.at(at) == '@' && at - from >= SHORTEST_TOKEN && text.hasDigitIn(from, at) ? at : NONE;
    }

    /** Returns the end of a password in quotes, before the sign in front of its host. */
    private static int quotedLogin(LookaheadText text, int from) {
        int at = from + 1;
        while (at - from < LONGEST && text.at(at) > ' ' && text.at(at) != '"') {
            at++;
        }
        return text.at(at) == '"' && text.at(at + 1) == '@' ? at + 1 : NONE;
    }

    private static boolean isSlashed(LookaheadText text, int at) {
        return text.at(at) == '/' && text.at(text.at(at - 1) == '\\' ? at - 2 : at - 1) == '/';
    }

    private static boolean isOracle(LookaheadText text, int at) {
        return (text.at(at) == ':' || text.at(at) == ' ')
                && ORACLE.stream().anyMatch(word -> text.says(word, at + 1 - word.length()));
    }

    /** Returns whether a host follows behind two slashes, as in {@code anna/x@//host}. */
    private static boolean isBeforeHost(LookaheadText text, int from) {
        int at = from;
        while (at - from < LONGEST && text.at(at) > ' ' && !LOGIN_ENDS.contains(text.at(at))) {
            at++;
        }
        return text.at(at) == '/' && text.at(at + 1) == '/' && text.at(at - 1) == '@';
    }

    /** Returns the end of a random value behind a semicolon in an address: {@code /;stok=x/}, or of a cookie. */
    private static int matrix(LookaheadText text, int from) {
        int name = from - 1;
        while (from - name < MOST_OF_NAME && (AsciiChars.word(text.at(name - 1)) || text.at(name - 1) == '-')) {
            name--;
        }
        if (text.at(name - 1) != ';' || name == from - 1) {
            return NONE;
        }
        int end = from;
        while (end - from < LONGEST && (AsciiChars.word(text.at(end)) || "+.-~%".indexOf(text.at(end)) >= 0)) {
            end++;
        }
        return end - from >= SHORTEST_TOKEN && SecretValue.isRandom(text.part(from, end)) ? end : NONE;
    }

    /**
     * Returns the end of the secret part of the address of a web hook: a long random part of its path. The host, and the ids
     * of the workspace and the channel, are no secrets.
     */
    private static int hook(LookaheadText text, int from) {
        int end = from;
        boolean digit = false;
        while (end - from < LONGEST_LOGIN && (AsciiChars.word(text.at(end)) || text.at(end) == '-')) {
            digit |= AsciiChars.digit(text.at(end));
            end++;
        }
        if (end - from < SHORTEST_TOKEN || text.at(end) == '.' || text.at(end) == '@') {
            return NONE;
        }
        int before = from - 1;
        boolean hook = false;
        while (from - before < MOST_BEFORE_HOOK && text.at(before) > ' ' && !ENDS.contains(text.at(before))) {
            hook |= text.at(before) == 'h' && text.says("hook", before);
            before--;
        }
        return hook && digit ? end : NONE;
    }

    /** Returns the end of the token of a bot of Telegram, with the word before it in an address. */
    private static int bot(LookaheadText text, int from) {
        int digits = text.says("bot", from) ? from + 3 : from;
        int at = digits;
        while (at - digits < MOST_OF_BOT && AsciiChars.digit(text.at(at))) {
            at++;
        }
        if (at - digits < FEWEST_OF_BOT || text.at(at) != ':' || text.at(at + 1) != 'A' || text.at(at + 2) != 'A') {
            return NONE;
        }
        int key = at + 1;
        while (at + 1 - key < LONGEST_LOGIN && (AsciiChars.word(text.at(at + 1)) || text.at(at + 1) == '-')) {
            at++;
        }
        return at + 1 - key >= SHORTEST_OF_BOT ? at + 1 : NONE;
    }

    private static int pem(LookaheadText text, int from) {
        return new PemBlock(text, from).end();
    }

    /** Returns whether a colon, an equals sign or the word bearer precedes it: only then a word is searched for. */
    private static boolean assigned(LookaheadText text, int from) {
        int at = from - 1;
        while (from - at <= 3 && text.at(at) == ' ') {
            at--;
        }
        int blanks = at;
        boolean sign = false;
        for (; from - at <= MOST_SIGNS && (SIGNS.contains(text.at(at)) || text.at(at) == ' '); at--) {
            sign |= text.at(at) == ':' || text.at(at) == '=';
        }
        return (sign || at == blanks) && isScheme(text, at);
    }

    /** Returns whether the word bearer or basic, the scheme of a login, ends there. */
    private static boolean isScheme(LookaheadText text, int last) {
        int c = AsciiChars.lower(text.at(last));
        return (c == 'r' && text.says("bearer", last - 5)) || (c == 'c' && text.says("basic", last - 4));
    }

    private static int named(LookaheadText text, int from) {
        if (isShort(text, from) || !text.beginsBefore(from, WORDS)) {
            return NONE;
        }
        int end = word(text, from);
        if (end > from && SecretValue.isPlace(text.slice(from, Math.min(end, from + MOST_JUDGED)))) {
            return NONE;
        }
        int judged = Math.min(end, from + MOST_JUDGED);
        if (judged - from < CHOSEN || !hasLetter(text, from, judged)) {
            return NONE;
        }
        return text.hasDigitIn(from, judged) || isScheme(text, from - 2) ? end : NONE;
    }

    private static boolean hasLetter(LookaheadText text, int from, int to) {
        for (int i = from; i < to; i++) {
            if (Character.isLetter(text.at(i))) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether the text that has arrived ends too early for a secret: a quick check before {@link #word}. */
    private static boolean isShort(LookaheadText text, int from) {
        int to = Math.min(from + CHOSEN, text.length());
        for (int at = from; at < to; at++) {
            int c = text.at(at);
            if (c <= ' ' || (!AsciiChars.alnum(c) && ENDS.contains(c))) {
                return true;
            }
        }
        return false;
    }

    private static int run(LookaheadText text, int from) {
        return text.tokenEnd(from, LONGEST);
    }

    /**
     * Returns the end of a chosen password, which may have any character; it ends where a sentence, a string or a list
     * continues.
     */
    private static int word(LookaheadText text, int from) {
        int at = text.runEnd(from, LONGEST, ENDS);
        while (at > from && ".!?:".indexOf(text.at(at - 1)) >= 0) {
            at--;
        }
        return at;
    }
}
