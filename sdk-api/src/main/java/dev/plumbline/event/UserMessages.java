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
import java.util.Locale;
import java.util.Properties;

/**
 * Looks up localised messages for users: one properties file per language beside this class, with a key for every category
 * and for codes that explain more.
 */
final class UserMessages {

    private UserMessages() {}

    /** The sentence under the first of two keys that has one, its placeholders unchanged; empty when there is none. */
    static String sentence(Locale locale, String special, String general) {
        Properties sentences = load("messages.properties", new Properties());
        load("messages_" + locale.getLanguage() + ".properties", sentences);
        return sentences.getProperty(special, sentences.getProperty(general, ""));
    }

    /** A time of day in the format of that language. */
    static String time(Instant at, Locale locale) {
        return DateTimeFormatter.ofLocalizedTime(FormatStyle.SHORT)
                .withLocale(locale)
                .withZone(ZoneId.systemDefault())
                .format(at);
    }

    private static Properties load(String name, Properties into) {
        try (InputStream in = UserMessages.class.getResourceAsStream(name)) {
            if (in != null) {
                into.load(new InputStreamReader(in, StandardCharsets.UTF_8));
            }
            return into;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
