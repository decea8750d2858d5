package dev.plumbline.tools;

import dev.plumbline.body.ContentOrigin;
import dev.plumbline.body.Interaction;
import dev.plumbline.json.Json;
import java.math.BigDecimal;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What the user, the host and the program's own tools wrote in a conversation, in which values of a call are looked up as
 * a person would: in any case and spelling of Unicode, numbers by their value, addresses without their scheme, account
 * numbers without their blanks. A result that repeats what its call was given is no source of it.
 */
final class TrustedText {
    private static final Pattern NUMBER = Pattern.compile("(?<![\\p{L}\\p{N}._-])[+-]?[0-9][0-9.,'’]*");
    private static final Pattern PLAIN = Pattern.compile("[\\p{L}\\p{N} /-]+");
    private static final Pattern SCHEME =
            Pattern.compile("(?<![\\p{L}\\p{N}])(?:https?://)?(?:www\\.)?(?=[\\p{L}\\p{N}])");
    private static final Set<String> MONEY =
            Set.of("amount", "price", "sum", "cost", "total", "payment", "fee", "rent", "pay", "send", "transfer");
    private static final int FEWEST_DIGITS = 6;
    private static final int SHORT_NUMBER = 2;
    private static final int BEFORE = 20;
    private static final int AFTER = 12;

    private final List<Passage> passages = new ArrayList<>();

    private TrustedText() {}

    /** Returns the trusted text of a conversation. */
    static TrustedText of(List<Interaction> conversation) {
        TrustedText trusted = new TrustedText();
        Map<String, Json> arguments = new HashMap<>();
        for (Interaction item : conversation) {
            if (item instanceof Interaction.User user) {
                trusted.add(user.text(), null);
            } else if (item instanceof Interaction.System system) {
                trusted.add(system.text(), null);
            } else if (item instanceof Interaction.Context facts) {
                facts.values().forEach((key, fact) -> {
                    if (!ContentOrigin.isMarkedUntrusted(fact)) {
                        trusted.add(lines(key, fact), null);
                    }
                });
            } else if (item instanceof Interaction.ToolCall call) {
                arguments.put(call.id(), call.arguments());
            } else if (item instanceof Interaction.ToolResult result
                    && !ContentOrigin.of(result.envelope()).isUntrusted()) {
                trusted.add(
                        lines("", result.envelope().result()),
                        lines("", arguments.getOrDefault(result.callId(), Json.object())));
            }
        }
        return trusted;
    }

    private void add(String text, @Nullable String given) {
        if (!text.isBlank()) {
            passages.add(new Passage(normal(text), given == null ? "" : normal(given)));
        }
    }

    /** Returns JSON as lines of {@code name: value}, so that a number stands beside its name. */
    static String lines(String name, Json json) {
        StringBuilder lines = new StringBuilder();
        write(name, json, lines);
        return lines.toString();
    }

    private static void write(String name, Json json, StringBuilder lines) {
        switch (json.kind()) {
            case OBJECT -> json.fields().forEach((member, each) -> write(member, each, lines));
            case ARRAY -> json.elements().forEach(each -> write(name, each, lines));
            case STRING -> lines.append(name).append(": ").append(json.asText()).append('\n');
            default -> lines.append(name).append(": ").append(json.text()).append('\n');
        }
    }

    /** Returns whether a value of a parameter stands in it. */
    boolean has(DecidingArguments.Value value) {
        String wanted = normal(value.text());
        if (wanted.isBlank()) {
            return true;
        }
        for (Passage passage : passages) {
            if (stands(value.name(), wanted, passage.text) && !stands(value.name(), wanted, passage.given)) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether a value stands in a text of somebody else, as {@link #has} compares. */
    static boolean stands(DecidingArguments.Value value, String text) {
        return stands(value.name(), normal(value.text()), normal(text));
    }

    private static boolean stands(String name, String wanted, String text) {
        BigDecimal number = number(wanted);
        if (number != null && hasNumber(name, number, text)) {
            return true;
        }
        for (int at = number == null ? text.indexOf(wanted) : -1; at >= 0; at = text.indexOf(wanted, at + 1)) {
            if (isWhole(text, at, at + wanted.length())) {
                return true;
            }
        }
        return isNumbered(wanted) && hasSpaced(wanted, text);
    }

    /** Returns whether neither end of a find is within a longer word, name or address. */
    private static boolean isWhole(String text, int from, int to) {
        boolean begins =
                from == 0 || (!Character.isLetterOrDigit(text.codePointBefore(from)) && !isJoint(text, from - 1, -1));
        return begins
                && (to == text.length() || (!Character.isLetterOrDigit(text.codePointAt(to)) && !isJoint(text, to, 1)));
    }

    /** Returns whether a character joins what is beside it to one name: {@code mark} is not a word of {@code mark.black}. */
    private static boolean isJoint(String text, int at, int step) {
        int beyond = at + step;
        return "@._-".indexOf(text.charAt(at)) >= 0
                && beyond >= 0
                && beyond < text.length()
                && Character.isLetterOrDigit(text.charAt(beyond));
    }

    /** Returns whether a text has a number; a short one counts only beside a word of its parameter. */
    private static boolean hasNumber(String name, BigDecimal wanted, String text) {
        Matcher number = NUMBER.matcher(text);
        boolean isShort = wanted.abs().toBigInteger().toString().length() <= SHORT_NUMBER
                && wanted.stripTrailingZeros().scale() <= 0;
        while (number.find()) {
            BigDecimal found = number(number.group());
            if (found != null
                    && found.compareTo(wanted) == 0
                    && (!isShort || isBeside(name, text, number.start(), number.end()))) {
                return true;
            }
        }
        return false;
    }

    private static boolean isBeside(String name, String text, int from, int to) {
        String around = text.substring(Math.max(0, from - BEFORE), Math.min(text.length(), to + AFTER));
        List<String> words = DecidingArguments.words(name);
        boolean isMoney = words.stream().anyMatch(MONEY::contains);
        if (isMoney && around.codePoints().anyMatch(c -> Character.getType(c) == Character.CURRENCY_SYMBOL)) {
            return true;
        }
        List<String> beside = DecidingArguments.words(around);
        return beside.stream()
                .anyMatch(word -> words.contains(word)
                        || words.contains(word.replaceAll("s$", ""))
                        || (isMoney
                                && (MONEY.contains(word) || word.matches("eur|euros?|usd|dollars?|gbp|pounds?|chf"))));
    }

    /** Returns the number that a text is, with the marks of thousands of any country; null if it is another text. */
    private static @Nullable BigDecimal number(String text) {
        String digits = text.replaceAll("['’ ]", "").replaceAll("[.,]+$", "");
        if (!digits.matches("[+-]?[0-9][0-9.,]*")) {
            return null;
        }
        int point = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','));
        boolean isFraction = point >= 0
                && (digits.length() - point - 1 != 3 || (digits.indexOf('.') >= 0 && digits.indexOf(',') >= 0))
                && digits.indexOf(digits.charAt(point)) == point;
        String plain = isFraction
                ? digits.substring(0, point).replaceAll("[.,]", "") + "." + digits.substring(point + 1)
                : digits.replaceAll("[.,]", "");
        return plain.endsWith(".") ? new BigDecimal(plain.substring(0, plain.length() - 1)) : new BigDecimal(plain);
    }

    /** Returns whether a text is the number of an account or a telephone, which people write with blanks. */
    private static boolean isNumbered(String text) {
        return PLAIN.matcher(text).matches()
                && text.codePoints().filter(Character::isDigit).count() >= FEWEST_DIGITS;
    }

    private static boolean hasSpaced(String wanted, String text) {
        String spaced = wanted.codePoints()
                .filter(Character::isLetterOrDigit)
                .mapToObj(Character::toString)
                .collect(Collectors.joining("[ /-]{0,3}"));
        Matcher find = Pattern.compile(spaced).matcher(text);
        while (find.find()) {
            if (isWhole(text, find.start(), find.end())) {
                return true;
            }
        }
        return false;
    }

    private static String normal(String text) {
        String plain = Normalizer.normalize(text, Normalizer.Form.NFKC)
                .toLowerCase(Locale.ROOT)
                .replaceAll("\\s+", " ")
                .strip();
        return SCHEME.matcher(plain).replaceAll("").replaceAll("/(?=$|[\\s.,;:!?)])", "");
    }

    /**
     * A trusted text, in normal form.
     *
     * @param given what the call was given whose result it is
     */
    private record Passage(String text, String given) {}
}
