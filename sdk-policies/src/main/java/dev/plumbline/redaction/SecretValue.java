package dev.plumbline.redaction;

import java.util.Locale;
import java.util.Set;

/** Decides whether what is in the place of a secret is one, or a place to fill in, a word about it, or code that reads it. */
final class SecretValue {
    /** The length from which on letters and digits are a key. */
    private static final int KEY = 8;

    /** The length from which on letters alone are a key. */
    private static final int LONG = 20;

    private static final Set<String> NO_VALUES = Set.of("""
            a abgelaufen above accepted an and any argon2 ask auth basic bcrypt bearer below blank boolean bytes \
            changed char current default digest disabled empty enabled encrypted env erforderlich est expired \
            failed falsch false file for forgot forgotten from geändert hashed here hidden in incorrect input \
            invalid is ist leer login mandatory masked md5 missing must my n/a new nil no none not null number \
            obbligatoria object obligatoire obrigatória of off ok old on optional or other passwd password \
            passwort per plain plaintext private prompt protected public pwd redacted rejected removed requerida \
            required reset same scram-sha-256 see self set sha-256 sha256 stored str strict string strong tbd \
            text the this to todo true unchanged undefined unknown unset user username valid value varchar \
            varchar(255) vergessen verplicht weak with wrong wymagane yes your обязателен""".split(" ", -1));

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

    private static final int LONGEST_WORD = 20;

    /** The length from which on letters without a vowel are no word of a language. */
    private static final int SHORTEST_SCRAMBLED = 5;

    private static final int LETTER = 1;
    private static final int SMALL = 1 << 1;
    private static final int CAPITAL_INSIDE = 1 << 2;
    private static final int TWO_CAPITALS = 1 << 3;
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
                    case SECRET -> isPassword(value, sure) && value.length() >= 6;
                    case KEY -> isKey(value);
                    case RANDOM -> isRandom(value);
                    case SESSION ->
                        value.length() >= KEY
                                && value.indexOf(' ') < 0
                                && (isIrregular(value) || (isKey(value) && (traits(value) & DIGIT) != 0));
                };
    }

    private static boolean isPassword(String value, boolean sure) {
        if (value.length() <= LONGEST_WORD && NO_VALUES.contains(value.toLowerCase(Locale.ROOT))) {
            return false;
        }
        if (isLabel(value)) {
            return false;
        }
        return sure ? value.length() >= 3 : value.length() >= 4 && (isMixed(value) || isPhrase(value));
    }

    /** Returns whether it is the label of a field: words of letters, of which the first has a capital and another means a secret. */
    private static boolean isLabel(String value) {
        if (value.indexOf(' ') < 0 || !Character.isUpperCase(value.charAt(0))) {
            return false;
        }
        boolean named = false;
        for (String word : value.split(" ", -1)) {
            if (!word.chars().allMatch(Character::isLetter)) {
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
        int traits = traits(value);
        boolean both = (traits & (DIGIT | LETTER)) == (DIGIT | LETTER);
        return value.length() >= KEY && value.indexOf(' ') < 0 && (both || (value.length() >= LONG && !isWords(value)));
    }

    private static boolean isWords(String value) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (!Character.isLowerCase(c) && "-_./".indexOf(c) < 0) {
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
            boolean capital = Character.isUpperCase(c);
            boolean its = Character.isLetter(c);
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
    static boolean isScrambled(CharSequence word) {
        if (word.length() < SHORTEST_SCRAMBLED) {
            return false;
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
            small |= !over && Character.isLowerCase(word.charAt(i));
            boolean hump = !over
                    && i > 0
                    && Character.isUpperCase(word.charAt(i))
                    && Character.isLowerCase(word.charAt(i - 1));
            if (over || hump) {
                boolean id =
                        over && Character.isUpperCase(word.charAt(from)) && i - from == 2 && isUpper(word, from, i);
                shortest = id || (from == 0 && i == 1) ? shortest : Math.min(shortest, i - from);
                from = i;
                parts++;
            }
        }
        return (word.length() > SHORTEST_SCRAMBLED && parts > 1 && shortest <= 2) || (small && !vowel);
    }

    private static boolean isUpper(CharSequence word, int from, int to) {
        for (int i = from; i < to; i++) {
            if (!Character.isUpperCase(word.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether it is a word that many take as a password. */
    static boolean isCommon(CharSequence word) {
        return word.length() <= LONGEST_WORD && COMMON.contains(word.toString());
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
        return value.length() >= LONG && (kinds == 7 ? isIrregular(value) : kinds == 5 && isHex(value));
    }

    private static boolean isHex(CharSequence value) {
        return value.length() >= 32 && value.chars().allMatch(c -> AsciiChars.hex(c) || c == '-');
    }

    /** Returns whether it has four digits or more, and nothing else. */
    static boolean isPin(CharSequence word) {
        return word.length() >= 4 && traits(word) == DIGIT;
    }

    /** Returns whether it is more than a word of small letters, which may begin with a capital. */
    static boolean isMixed(CharSequence value) {
        boolean capitals = true;
        boolean plain = true;
        for (int i = 0; i < value.length() && (plain || capitals); i++) {
            char c = value.charAt(i);
            boolean divides = c == '-' || c == '_';
            capitals &= Character.isUpperCase(c) || divides;
            boolean begins = i == 0 || value.charAt(i - 1) == '-';
            plain &= c == '-' || c == '\'' || (Character.isLetter(c) && (begins || !Character.isUpperCase(c)));
        }
        return !plain && !capitals;
    }

    /** Returns whether it is a place to fill in, code that reads a secret, or a secret that was hidden already. */
    private static boolean isPlace(String value) {
        char first = value.charAt(0);
        char last = value.charAt(value.length() - 1);
        boolean letter = Character.isLetter(first);
        return (letter ? isCode(value) || PseudonymGenerator.isOne(value) : isMarked(value, first, last))
                || isRow(value);
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
            case '<' -> value.startsWith("<%") || last == '>';
            case '[' -> last == ']';
            case '(' -> last == ')';
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
            if (!Character.isLetter(c) && "_>-.".indexOf(c) < 0) {
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
                || value.startsWith("secrets.")
                || value.startsWith("var.")
                || value.startsWith("vault:")
                || value.startsWith("file:")
                || value.startsWith("http://")
                || value.startsWith("https://");
    }
}
