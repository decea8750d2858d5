package dev.plumbline.jsonschema;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.function.Predicate;
import java.util.regex.MatchResult;

/**
 * The patterns of schemas, matched in linear time. What cannot be (look-around, back references, counts beyond 1,000) is
 * not supported. The only class that knows re2j.
 */
final class Re2Patterns {
    private static final int MOST_CHARACTERS = 2_000;
    private static final java.util.regex.Pattern UNICODE = java.util.regex.Pattern.compile(
            "(?<!\\\\)((?:\\\\\\\\)*)\\\\u([dD][89abAB]\\p{XDigit}{2})\\\\u([dD][c-fC-F]\\p{XDigit}{2})"
                    + "|(?<!\\\\)((?:\\\\\\\\)*)\\\\u(\\p{XDigit}{4})");

    private Re2Patterns() {}

    static boolean supported(String pattern) {
        try {
            compile(pattern);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /**
     * What finds the pattern somewhere in a text.
     *
     * @throws IllegalArgumentException when it is not supported; without the pattern
     */
    static Predicate<String> compile(String pattern) {
        if (pattern.length() > MOST_CHARACTERS) {
            throw new IllegalArgumentException("this pattern is longer than " + MOST_CHARACTERS + " characters");
        }
        try {
            Pattern compiled = Pattern.compile(escapes(pattern));
            return text -> compiled.matcher(text).find();
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException("this pattern is not supported: no look-around, no back references");
        }
    }

    /** ECMAScript writes a character by number as {@code \}{@code u0041}, re2j as {@code \x{41}}. */
    private static String escapes(String pattern) {
        return UNICODE.matcher(pattern).replaceAll(Re2Patterns::escape);
    }

    private static String escape(MatchResult found) {
        String before = found.group(1) == null ? found.group(4) : found.group(1);
        int character = found.group(1) == null
                ? Integer.parseInt(found.group(5), 16)
                : Character.toCodePoint(
                        (char) Integer.parseInt(found.group(2), 16), (char) Integer.parseInt(found.group(3), 16));
        return java.util.regex.Matcher.quoteReplacement(before + "\\x{" + Integer.toHexString(character) + "}");
    }
}
