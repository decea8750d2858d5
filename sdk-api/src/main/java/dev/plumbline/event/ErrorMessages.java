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
            List.of("server", "address", "variable", "folder", "file", "model", "keyring");

    private ErrorMessages() {}

    /**
     * Returns the sentence of the first key that has one, its placeholders unchanged; empty if there is none. A
     * sentence about a detail, under the key with the name of the detail, is preferred.
     */
    static String sentence(Words words, List<String> keys, Map<String, String> details) {
        for (String key : keys) {
            for (String detail : DETAILS) {
                Optional<String> about =
                        details.containsKey(detail) ? words.find(key + "." + detail) : Optional.empty();
                if (about.isPresent()) {
                    return about.get();
                }
            }
            Optional<String> sentence = words.find(key);
            if (sentence.isPresent()) {
                return sentence.get();
            }
        }
        return "";
    }

    /** Returns a time of day in the format of that language. */
    static String time(Instant at, Locale locale) {
        return DateTimeFormatter.ofLocalizedTime(FormatStyle.SHORT)
                .withLocale(locale)
                .withZone(ZoneId.systemDefault())
                .format(at);
    }
}
