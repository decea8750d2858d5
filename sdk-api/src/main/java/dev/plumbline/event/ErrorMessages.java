package dev.plumbline.event;

import dev.plumbline.internal.Words;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.FormatStyle;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Looks up sentences of errors for users: there is a key for every category, and for codes and details that explain more.
 */
final class ErrorMessages {

    /** The details that have sentences of their own, the most helpful first. */
    private static final List<String> DETAILS =
            List.of("command", "server", "address", "variable", "folder", "file", "window", "model", "keyring");

    private ErrorMessages() {}

    /**
     * Returns the sentence of the first key that has one, its placeholders unchanged; empty if there is none. A
     * sentence about a detail, under the key with the name of the detail, is preferred; one about two details even more.
     */
    static String sentence(Words words, List<String> keys, Map<String, String> details) {
        for (String key : keys) {
            Optional<String> sentence = sentence(words, key, details);
            if (sentence.isPresent()) {
                return sentence.get();
            }
        }
        return "";
    }

    private static Optional<String> sentence(Words words, String key, Map<String, String> details) {
        for (String detail : DETAILS) {
            String about = key + "." + detail;
            if (details.containsKey(detail) && words.find(about).isPresent()) {
                return sentence(words, about, details);
            }
        }
        return words.find(key);
    }

    /** Returns a time of day in the format of that language. */
    static String time(Instant at, Locale locale) {
        return DateTimeFormatter.ofLocalizedTime(FormatStyle.SHORT)
                .withLocale(locale)
                .withZone(ZoneId.systemDefault())
                .format(at);
    }
}
