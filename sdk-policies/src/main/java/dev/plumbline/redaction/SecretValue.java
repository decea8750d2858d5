package dev.plumbline.redaction;

import java.util.Locale;
import java.util.Set;

/** Decides whether what is in the place of a secret is one, or a place to fill in, a word about it, or code that reads it. */
final class SecretValue {
    /** The length from which on letters and digits are a key. */
    private static final int KEY = 8;

    /** The length from which on letters and digits are a key behind its name. */
    private static final int SHORT_KEY = 6;

    /** The length from which on letters alone are a key. */
    private static final int LONG = 20;

    /** The length from which on a value is unlike all names by its letters and digits. */
    private static final int LONG_ALONE = 12;

    private static final Set<String> NO_VALUES = Set.of("""
            a abgelaufen above accepted an and any argon2 argon2i argon2id ask auth basic bcrypt bearer below blank \
            boolean bytes changed char current current-password debug default digest disabled empty enabled encrypted \
            env erforderlich error est expired failed falsch false file for forgot forgotten from geändert hashed here \
            hidden in incorrect info input invalid is ist leer login mandatory masked md5 missing must my n/a new \
            new-password nil no none not null number obbligatoria object obligatoire obrigatória of off ok old on \
            optional or other passwd password passwort per plain plaintext private prompt protected public pwd \
            redacted rejected removed requerida required reset same scram-sha-256 see self set sha-256 sha256 stored \
            str strict string strong tbd apikey api_key credentials passphrase secret token text the this to todo true \
            unchanged undefined unknown unset user username valid value varchar varchar(255) vault vergessen verplicht \
            warn warning weak with wrong wymagane yes your обязателен""".split(" ", -1));

    private static final Set<String> COMMON = Set.of(
            "changeme",
            "iloveyou",
            "letmein",
            "qwerty",
            "qwertz",
            "azerty",
            "sunshine",
            "princess",
            "trustno",
            "hunter",
            "passw0rd",
            "opensesame",
            "superman",
            "batman",
            "asdfgh",
            "yxcvbn",
            "zxcvbn",
            "abcdef");

    /** Words of the labels of fields for a secret. */
    private static final Set<String> FIELDS = Set.of(
            "password",
            "passphrase",
            "passwort",
            "kennwort",
            "passe",
            "contraseña",
            "senha",
            "wachtwoord",
            "lösenord",
            "hasło",
            "heslo",
            "пароль",
            "şifre",
            "parola");

    private static final Set<String> FIELDS_TO_FILL = Set.of(
            "PASSWORD", "PASSWD", "PASS", "PWD", "SECRET", "TOKEN", "PASSWORT", "KENNWORT", "CONTRASEÑA", "SENHA");

    /** First words of what is to be filled in. */
    private static final Set<String> FIRST_OF_INSTRUCTIONS =
            Set.of("your", "enter", "insert", "replace", "change", "put", "add", "dein", "ihr", "votre", "tu", "su");

    private static final Set<String> ORDINALS = Set.of("st", "nd", "rd", "th", ":e", ":a", "e", "er", "ème", "º", "ª");

    private static final int JUDGED_INSTRUCTION = 40;

    private static final int LONGEST_WORD = 20;

    private static final String FIRST_OF_COMMON = "cilqasptohbyzx";

    private static final int SHORTEST_COMMON = 6;

    private static final int LONGEST_COMMON = 10;

    /** The length from which on letters without a vowel are no word of a language. */
    private static final int SHORTEST_SCRAMBLED = 5;

    private static final int LETTER = 1;
    private static final int SMALL = 1 << 1;
    private static final int CAPITAL_INSIDE = 1 << 2;
    static final int TWO_CAPITALS = 1 << 3;
    private static final int MANY_CHANGES = 1 << 4;
    private static final int DIGIT = 1 << 5;
    static final int DIGITS = DIGIT;
    private static final int OTHER = 1 << 6;
    private static final int SIGN_INSIDE = 1 << 7;

    private SecretValue() {}

    /**
     * Returns whether a value is a secret.
     *
     * @param sure whether it is in quotes or fills its line, so that letters alone are one
     */
    static boolean isSecret(String value, SecretNames.Kind kind, boolean sure) {
        return !isPlace(value)
                && switch (kind) {
                    case PASSWORD -> isPassword(value, sure);
                    case SECRET ->
                        isPassword(value, sure) && (value.length() >= 6 || (value.length() >= 4 && isStrange(value)));
                    case KEY -> isKey(value) || (sure && value.indexOf(' ') > 0 && SecretSentences.isPhrase(value, 4));
                    case RANDOM -> isRandom(value) || (value.length() >= LONG_ALONE && isUnlikeNames(value));
                    case CODE -> isCode(value, sure);
                    case MAYBE ->
                        value.indexOf(' ') < 0
                                && (isStrong(value)
                                        || isCodeNumber(value)
                                        || isLongNumber(value)
                                        || (sure
                                                && value.length() >= KEY
                                                && isMixedCode(value)
                                                && isInOnePart(value)
                                                && (traits(value) & SMALL) != 0));
                    case SESSION ->
                        value.length() >= KEY
                                && value.indexOf(' ') < 0
                                && (isIrregular(value) || (isKey(value) && (traits(value) & DIGIT) != 0));
                };
    }

    private static boolean isPassword(String value, boolean sure) {
        if (value.length() <= LONGEST_WORD && isNoValue(value.toLowerCase(Locale.ROOT))) {
            return false;
        }
        if (isLabel(value)) {
            return false;
        }
        return sure ? value.length() >= 3 : value.length() >= 4 && (isMixed(value) || isPhrase(value));
    }

    private static boolean isNoValue(String small) {
        return NO_VALUES.contains(small) || FIELDS.contains(small);
    }

    /** Returns whether it is the label of a field: words of letters, of which the first has a capital and another means a secret. */
    private static boolean isLabel(String value) {
        if (value.indexOf(' ') < 0 || !Letters.isCapital(value.charAt(0))) {
            return false;
        }
        boolean named = false;
        for (String word : value.split(" ", -1)) {
            if (!AsciiChars.all(word, Letters::is)) {
                return false;
            }
            named |= FIELDS.contains(word.toLowerCase(Locale.ROOT));
        }
        return named;
    }

    /** Returns whether it is three words or more with hyphens between them. */
    private static boolean isPhrase(String value) {
        int first = value.indexOf('-');
        return first > 0 && value.indexOf('-', first + 1) > 0;
    }

    private static boolean isKey(String value) {
        if (isNumbered(value)) {
            return false;
        }
        int traits = traits(value);
        boolean both = (traits & (DIGIT | LETTER)) == (DIGIT | LETTER);
        boolean enough = value.length() >= KEY || (both && value.length() >= SHORT_KEY && !isNumber(value));
        return enough && value.indexOf(' ') < 0 && (both || (value.length() >= LONG && !isWords(value)));
    }

    /** Returns whether it is words of small letters with a number, as names of things: {@code backup-writer-34}. */
    private static boolean isNumbered(String value) {
        int at = 0;
        while (at < value.length()
                && (value.charAt(at) == '-' || (value.charAt(at) >= 'a' && value.charAt(at) <= 'z'))) {
            at++;
        }
        int digits = value.length() - at;
        boolean number = digits > 0 && digits <= 3 && at > 0 && value.charAt(at - 1) == '-';
        return number && AsciiChars.all(value.substring(at), AsciiChars::digit);
    }

    /** Returns whether it has one letter at most, as a number with an exponent. */
    private static boolean isNumber(String value) {
        int letters = 0;
        for (int i = 0; i < value.length(); i++) {
            letters += Letters.is(value.charAt(i)) ? 1 : 0;
        }
        return letters < 2;
    }

    /** Returns whether it is digits as of a code, or has more than a word has. */
    private static boolean isCode(String value, boolean sure) {
        return value.length() >= 4
                && !(value.indexOf('/') >= 0 && value.indexOf('.') > 0) // the key of a file
                && (value.indexOf(' ') < 0 || (sure && SecretSentences.isPhrase(value, 2)))
                && (value.indexOf(' ') > 0
                        || isCodeNumber(value)
                        || isLongNumber(value)
                        || isStrong(value)
                        || (sure && isMixedCode(value)));
    }

    /** Returns whether it has a letter and a digit, or signs as no name has. */
    private static boolean isMixedCode(String value) {
        return isStrange(value) && ((traits(value) & DIGIT) != 0 || isSigned(value));
    }

    /** Returns whether it has no sign of an address, a file, a version or a time. */
    private static boolean isInOnePart(String value) {
        return AsciiChars.all(value, c -> "/\\.:,()".indexOf(c) < 0);
    }

    private static boolean isCodeNumber(String value) {
        boolean sharp = value.length() > 4 && value.endsWith("#"); // which one types behind the code of an alarm
        String digits = sharp ? value.substring(0, value.length() - 1) : value;
        return digits.length() >= 4 && digits.length() <= 10 && traits(digits) == DIGIT;
    }

    /** Returns whether it is so many digits that it is not the number of a thing. */
    private static boolean isLongNumber(String value) {
        return value.length() >= LONG && traits(value) == DIGIT;
    }

    /**
     * Returns whether it is a secret without doubt: of six characters or more with digits, small letters and capitals, or
     * with a sign that no name has; three words or more with hyphens; groups of one length; or random.
     */
    static boolean isStrong(CharSequence value) {
        return isStrong(value, traits(value));
    }

    /** Returns the same of a value with these traits. */
    static boolean isStrong(CharSequence value, int traits) {
        if ((traits & (DIGIT | OTHER)) == 0) {
            return false;
        }
        boolean both = (traits & (SMALL | DIGIT)) == (SMALL | DIGIT);
        boolean capital = (traits & CAPITAL_INSIDE) != 0 || Letters.isCapital(value.charAt(0));
        return (value.length() >= 6 && both && capital && (traits & OTHER) == 0)
                || (value.length() >= 6 && (traits & LETTER) != 0 && (both || capital) && isSigned(value))
                || isRandom(value)
                || (value.length() >= 16 && both && isMingled(value))
                || isJoined(value);
    }

    /**
     * Returns whether it is a secret without doubt, and unlike a name with a number ({@code Windows10}, {@code
     * OAuth2Token}), an address, a time, an id and the digest of a file.
     */
    static boolean isUnlikeNames(CharSequence value) {
        if (isLetters(value)) {
            return false;
        }
        int shortParts = 0;
        int numbers = 0;
        int from = 0;
        boolean signed = false;
        boolean hex = true;
        for (int i = 0; i <= value.length(); i++) {
            char c = i == value.length() ? '-' : value.charAt(i);
            char before = i == 0 ? '-' : value.charAt(i - 1);
            if ("@:/<>()[]{}|;&".indexOf(c) >= 0) {
                return false;
            }
            signed |= "!#$^&*+?~".indexOf(c) >= 0;
            hex &= AsciiChars.hex(c) || c == '-';
            boolean hump = Letters.isCapital(c) && Letters.isSmall(before);
            if (hump || Letters.is(c) != Letters.is(before)) {
                shortParts += Letters.is(before) && i - from <= 2 ? 1 : 0;
                numbers += AsciiChars.digit(before) ? 1 : 0;
                from = i;
            }
        }
        boolean name = numbers <= 1 && shortParts <= 1 && !signed && !isJoined(value);
        boolean strong = isStrong(value)
                || (value.length() >= LONG_ALONE
                        && (traits(value) & (DIGIT | LETTER)) == (DIGIT | LETTER)
                        && (isIrregular(value) || isMingled(value)));
        return !name && !hex && strong && !isPlace(value.toString());
    }

    private static boolean isLetters(CharSequence value) {
        for (int i = 0; i < value.length(); i++) {
            if (!Letters.is(value.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether a value with these traits has more than letters and digits. */
    static boolean hasOther(int traits) {
        return (traits & OTHER) != 0;
    }

    /** Returns whether it has a sign that names do not have, and none of an address, a file or a call. */
    private static boolean isSigned(CharSequence value) {
        boolean signed = false;
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if ("/\\()[]{}<>=;,:\"'".indexOf(c) >= 0) {
                return false;
            }
            signed |= "!@#$%^&*+?~".indexOf(c) >= 0;
        }
        return signed;
    }

    /** Returns whether letters and digits follow one another at three places or more. */
    private static boolean isMingled(CharSequence value) {
        int changes = 0;
        boolean slash = false;
        boolean point = false;
        for (int i = 1; i < value.length(); i++) {
            slash |= value.charAt(i) == '/';
            point |= value.charAt(i) == '.';
            boolean digit = AsciiChars.digit(value.charAt(i));
            if (!AsciiChars.word(value.charAt(i)) && "+/=.-~".indexOf(value.charAt(i)) < 0) {
                return false;
            }
            changes += digit != AsciiChars.digit(value.charAt(i - 1))
                            && AsciiChars.alnum(value.charAt(i))
                            && AsciiChars.alnum(value.charAt(i - 1))
                    ? 1
                    : 0;
        }
        return changes >= 3 && !(slash && point); // which the path of a file has
    }

    /** Returns whether it is three words or more of small letters with hyphens, or three groups or more of one length. */
    private static boolean isJoined(CharSequence value) {
        int parts = 0;
        int from = 0;
        int length = -1;
        boolean alike = true;
        boolean words = true;
        for (int i = 0; i <= value.length(); i++) {
            char c = i == value.length() ? '-' : value.charAt(i);
            if (c == '-') {
                alike &= (length < 0 || length == i - from) && i - from >= 4 && i - from <= 8;
                length = i - from;
                words &= length >= 3;
                parts++;
                from = i + 1;
            } else {
                alike &= (c >= 'A' && c <= 'Z') || AsciiChars.digit(c);
                words &= Letters.isSmall(c);
            }
        }
        return parts >= 3 && (words || (alike && (traits(value) & LETTER) != 0));
    }

    private static boolean isWords(String value) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (!Letters.isSmall(c) && "-_./".indexOf(c) < 0) {
                return false;
            }
        }
        return true;
    }

    /** Returns the traits of a value, as bits. */
    static int traits(CharSequence value) {
        int traits = 0;
        int changes = 0;
        int last = value.length() - 1;
        boolean upper = false;
        boolean letter = false;
        for (int i = 0; i <= last; i++) {
            char c = value.charAt(i);
            boolean capital = Letters.isCapital(c);
            boolean its = Letters.is(c);
            if (its) {
                traits |= LETTER | (capital ? i > 0 ? CAPITAL_INSIDE : 0 : SMALL);
                traits |= capital && upper ? TWO_CAPITALS : 0;
                changes += letter && capital != upper ? 1 : 0;
            } else if (AsciiChars.digit(c)) {
                traits |= DIGIT;
            } else {
                traits |= OTHER | ("!@#$%^&*_+=?".indexOf(c) >= 0 && i < last ? SIGN_INSIDE : 0);
            }
            letter = its;
            upper = capital;
        }
        return traits | (changes >= 4 ? MANY_CHANGES : 0);
    }

    /** Returns whether a word is none of a language: letters and digits, or signs within it. */
    static boolean isStrange(CharSequence word) {
        int traits = traits(word);
        boolean letter = (traits & LETTER) != 0;
        return letter && (traits & (DIGIT | SIGN_INSIDE)) != 0;
    }

    /** Returns whether capitals are within it as in no word and no name of a program. */
    static boolean isIrregular(CharSequence value) {
        int traits = traits(value);
        return (traits & MANY_CHANGES) != 0
                || ((traits & (TWO_CAPITALS | SMALL)) == (TWO_CAPITALS | SMALL) && value.length() >= 6);
    }

    /**
     * Returns whether a word with these traits is none of a language.
     *
     * @param verb whether a verb is before it, so that capitals within it and digits alone are enough
     * @param gap whether it is in a column of its own
     */
    static boolean isStrange(int traits, int length, boolean verb, boolean gap) {
        boolean letter = (traits & LETTER) != 0;
        boolean mixed = letter && (traits & (DIGIT | SIGN_INSIDE)) != 0;
        boolean two = (traits & (TWO_CAPITALS | SMALL)) == (TWO_CAPITALS | SMALL) && length >= 6;
        boolean irregular = (traits & MANY_CHANGES) != 0 || two;
        boolean inside = (traits & (CAPITAL_INSIDE | SMALL)) == (CAPITAL_INSIDE | SMALL) && length >= 6;
        return mixed || irregular || (verb && inside) || ((verb || gap) && traits == DIGIT) || (gap && inside);
    }

    /**
     * Returns whether it is letters alone with a capital inside, and has a part of at most two letters, as no name of
     * several words has.
     */
    static boolean isScrambled(CharSequence word, int traits) {
        if (word.length() < SHORTEST_SCRAMBLED || (traits & (DIGIT | OTHER)) != 0) {
            return false;
        }
        if ((traits & CAPITAL_INSIDE) == 0) {
            return (traits & SMALL) != 0 && isWithoutVowel(word);
        }
        int parts = 0;
        boolean vowel = false;
        boolean small = false;
        int shortest = Integer.MAX_VALUE;
        int from = 0;
        for (int i = 0; i <= word.length(); i++) {
            boolean over = i == word.length();
            if (!over && !AsciiChars.letter(word.charAt(i))) {
                return false;
            }
            vowel |= !over && "aeiouyAEIOUY".indexOf(word.charAt(i)) >= 0;
            small |= !over && Letters.isSmall(word.charAt(i));
            boolean hump = !over && i > 0 && Letters.isCapital(word.charAt(i)) && Letters.isSmall(word.charAt(i - 1));
            if (over || hump) {
                boolean id = over && Letters.isCapital(word.charAt(from)) && i - from == 2 && isUpper(word, from, i);
                shortest = id || (from == 0 && i == 1) ? shortest : Math.min(shortest, i - from);
                from = i;
                parts++;
            }
        }
        return (word.length() > SHORTEST_SCRAMBLED && parts > 1 && shortest <= 2) || (small && !vowel);
    }

    private static boolean isWithoutVowel(CharSequence word) {
        for (int i = 0; i < word.length(); i++) {
            int c = word.charAt(i);
            if (!AsciiChars.letter(c) || "aeiouyAEIOUY".indexOf(c) >= 0) {
                return false;
            }
        }
        return true;
    }

    private static boolean isUpper(CharSequence word, int from, int to) {
        for (int i = from; i < to; i++) {
            if (!Letters.isCapital(word.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether it is a word that many take as a password. */
    static boolean isCommon(CharSequence word) {
        return word.length() >= SHORTEST_COMMON
                && word.length() <= LONGEST_COMMON
                && FIRST_OF_COMMON.indexOf(word.charAt(0)) >= 0
                && COMMON.contains(word.toString());
    }

    /** Returns whether it is a long run of capitals, small letters and digits in no order. */
    static boolean isRandom(CharSequence value) {
        int kinds = 0;
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (!AsciiChars.word(c) && "+/=-~.".indexOf(c) < 0) {
                return false;
            }
            kinds |= c >= 'a' && c <= 'z' ? 1 : c >= 'A' && c <= 'Z' ? 2 : AsciiChars.digit(c) ? 4 : 0;
        }
        return value.length() >= LONG && (kinds == 7 ? isIrregular(value) : (kinds == 5 || kinds == 6) && isHex(value));
    }

    private static boolean isHex(CharSequence value) {
        return value.length() >= 32 && AsciiChars.all(value, c -> AsciiChars.hex(c) || c == '-');
    }

    /** Returns whether it has four digits or more, and nothing else. */
    static boolean isPin(CharSequence word) {
        int digits = 0;
        while (digits < word.length() && AsciiChars.digit(word.charAt(digits))) {
            digits++;
        }
        return digits >= 4 && digits == word.length();
    }

    /** Returns whether it is more than a word of small letters, which may begin with a capital. */
    static boolean isMixed(CharSequence value) {
        boolean capitals = true;
        boolean plain = true;
        for (int i = 0; i < value.length() && (plain || capitals); i++) {
            char c = value.charAt(i);
            boolean divides = c == '-' || c == '_';
            capitals &= Letters.isCapital(c) || divides;
            boolean begins = i == 0 || value.charAt(i - 1) == '-';
            plain &= c == '-' || c == '\'' || (Letters.is(c) && (begins || !Letters.isCapital(c)));
        }
        return !plain && !capitals;
    }

    /** Returns whether it is a place to fill in, code that reads a secret, or a secret that was hidden already. */
    static boolean isPlace(String value) {
        char first = value.charAt(0);
        char last = value.charAt(value.length() - 1);
        boolean letter = Letters.is(first);
        return (letter ? isCode(value) || PseudonymGenerator.isOne(value) : isMarked(value, first, last))
                || isRow(value)
                || isCounted(value)
                || (value.length() <= LONGEST_WORD && FIELDS_TO_FILL.contains(value))
                || isInstruction(value);
    }

    /** Returns whether it says what to fill in: {@code YOUR_TOKEN_HERE}. */
    private static boolean isInstruction(String value) {
        if (value.length() > JUDGED_INSTRUCTION || (value.indexOf('_') < 0 && value.indexOf('-') < 0)) {
            return false;
        }
        if (!AsciiChars.all(value, c -> !AsciiChars.digit(c))) {
            return false;
        }
        String small = value.toLowerCase(Locale.ROOT).replace('-', '_');
        return FIRST_OF_INSTRUCTIONS.contains(small.substring(0, Math.max(0, small.indexOf('_'))))
                || small.endsWith("here");
    }

    /** Returns whether it is an ordinal number ({@code 90:e}, {@code 3rd}) or a version ({@code 3.27.0}). */
    private static boolean isCounted(String value) {
        int at = 0;
        int dots = 0;
        while (at < value.length() && (AsciiChars.digit(value.charAt(at)) || (at > 0 && value.charAt(at) == '.'))) {
            dots += value.charAt(at) == '.' ? 1 : 0;
            at++;
        }
        return at > 0 && (at == value.length() ? dots > 1 : ORDINALS.contains(value.substring(at)));
    }

    /** Returns whether it is one character again and again, which stands for what is hidden. */
    private static boolean isRow(String value) {
        for (int i = 0; i < value.length(); i++) {
            if ("*•.xX-_#?…=".indexOf(value.charAt(i)) < 0) {
                return false;
            }
        }
        return true;
    }

    private static boolean isMarked(String value, char first, char last) {
        return switch (first) {
            case '$' -> value.startsWith("${") || value.startsWith("$(") || isVariable(value, 1);
            case '#' -> value.startsWith("#{");
            case '{' -> value.startsWith("{{") || value.indexOf(':') > 0;
            case '%' -> value.startsWith("%(") || value.startsWith("%s") || (last == '%' && value.length() > 2);
            case '<' -> value.startsWith("<%") || last == '>' || isVariable(value, 1);
            case '&' -> isVariable(value, 1);
            case '[' -> last == ']';
            case '(' -> last == ')' || value.indexOf('=') > 0;
            case ':' -> value.length() > 1 && isVariable(value, 1);
            case '@' -> last == '@' || isVariable(value, 1);
            case '~' -> value.length() == 1 || isFile(value);
            case '/', '.' -> isFile(value);
            default -> false;
        };
    }

    private static boolean isFile(String value) {
        boolean begins = value.startsWith("/") || value.startsWith("./") || value.startsWith("~/");
        return value.startsWith("/run/secrets/") || (begins && isWords(value));
    }

    private static boolean isVariable(String value, int from) {
        for (int i = from; i < value.length(); i++) {
            char c = value.charAt(i);
            if (!Letters.is(c) && "_>-.".indexOf(c) < 0) {
                return false;
            }
        }
        return from < value.length();
    }

    private static boolean isCode(String value) {
        int open = value.indexOf('(');
        boolean calls = open > 0
                && (open == value.length() - 1 || value.indexOf(')') > 0)
                && isVariable(value.substring(0, open), 0);
        return calls
                || value.startsWith("process.env")
                || value.startsWith("os.environ")
                || value.startsWith("env.")
                || value.startsWith("env:")
                || value.startsWith("secrets.")
                || value.startsWith("var.")
                || value.startsWith("vault:")
                || value.startsWith("file:")
                || value.startsWith("https%3A")
                || value.startsWith("http%3A")
                || value.startsWith("pass show ")
                || value.startsWith("op read ")
                || value.startsWith("http://")
                || value.startsWith("https://");
    }
}
