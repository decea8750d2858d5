package dev.plumbline.assistant;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** The words of the assistant's windows in English, German or French, in the files {@code words*.properties}. Immutable. */
final class AssistantWords {
    private final Locale locale;
    private final Properties texts;

    private AssistantWords(Locale locale, Properties texts) {
        this.locale = locale;
        this.texts = texts;
    }

    /** Returns the words in that language; in English if there are none. */
    static AssistantWords of(Locale locale) {
        Properties english = read("words.properties", new Properties());
        return new AssistantWords(locale, read("words_" + locale.getLanguage() + ".properties", english));
    }

    private static Properties read(String name, Properties otherwise) {
        Properties texts = new Properties(otherwise);
        try (InputStream file = AssistantWords.class.getResourceAsStream(name)) {
            if (file != null) {
                try (Reader in = new InputStreamReader(file, StandardCharsets.UTF_8)) {
                    texts.load(in);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return texts;
    }

    Locale locale() {
        return locale;
    }

    /** Returns the words of a key with the values instead of {@code {0}}, {@code {1}}. */
    String say(String key, Object... values) {
        @Nullable String words = texts.getProperty(key);
        if (words == null) {
            throw new IllegalArgumentException("there are no words " + key);
        }
        StringBuilder text = new StringBuilder();
        int from = 0;
        for (int at = words.indexOf('{'); at >= 0; at = words.indexOf('{', at + 1)) {
            text.append(words, from, at).append(values[words.charAt(at + 1) - '0']);
            from = at + 3;
        }
        return text.append(words, from, words.length()).toString();
    }
}
