package dev.plumbline.event;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.FormatStyle;
import java.util.Locale;
import java.util.Properties;

/**
 * The catalogue of sentences for people: one properties file a language beside this class, a key for every category, and for codes that
 * tell people more.
 */
final class UserMessages {

    private UserMessages() {}

    static String of(AiError error, Locale locale) {
        Properties sentences = load("messages.properties", new Properties());
        load("messages_" + locale.getLanguage() + ".properties", sentences);
        String key = error.category() == AiError.Category.RATE_LIMITED
                        && error.retryAt().isPresent()
                ? "RATE_LIMITED_UNTIL"
                : error.category().name();
        return sentences
                .getProperty(error.category() + "." + error.code(), sentences.getProperty(key, ""))
                .replace("{code}", Label.of(error.code()).text())
                .replace("{time}", error.retryAt().map(at -> time(at, locale)).orElse(""));
    }

    private static String time(java.time.Instant at, Locale locale) {
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
