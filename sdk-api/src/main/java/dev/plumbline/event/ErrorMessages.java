package dev.plumbline.event;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.FormatStyle;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;

/**
 * Looks up localised messages for users: one properties file per language beside this class, with a key for every category
 * and for codes that explain more.
 */
final class ErrorMessages {

    /** The details that have sentences of their own, the most helpful first. */
    private static final List<String> DETAILS = List.of("server", "address", "variable", "folder", "model", "keyring");

    private ErrorMessages() {}

    /**
     * Returns the sentence of the first key that has one, its placeholders unchanged; empty if there is none. A
     * sentence about a detail, under the key with the name of the detail, is preferred.
     */
    static String sentence(Locale locale, List<String> keys, Map<String, String> details) {
        Properties sentences = load("messages.properties", new Properties());
        load("messages_" + locale.getLanguage() + ".properties", sentences);
        for (String key : keys) {
            for (String detail : DETAILS) {
                String about = key + "." + detail;
                if (details.containsKey(detail) && sentences.containsKey(about)) {
                    return sentences.getProperty(about);
                }
            }
            if (sentences.containsKey(key)) {
                return sentences.getProperty(key);
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

    private static Properties load(String name, Properties into) {
        try (InputStream in = ErrorMessages.class.getResourceAsStream(name)) {
            if (in != null) {
                into.load(new InputStreamReader(in, StandardCharsets.UTF_8));
            }
            return into;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
