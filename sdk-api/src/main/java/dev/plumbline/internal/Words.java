package dev.plumbline.internal;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.text.NumberFormat;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.ResourceBundle;

/**
 * The words for people in one language, by key: those of the host, then ours, which are the files {@code words*.properties}
 * beside this class, then English. What a model or a developer reads is not among them. Immutable and thread-safe; a file
 * is read once, by the first use of its language.
 */
public final class Words {
    private final Locale locale;
    private final Optional<ResourceBundle> own;

    private Words(Locale locale, Optional<ResourceBundle> own) {
        this.locale = Objects.requireNonNull(locale, "locale");
        this.own = own;
    }

    /** Returns our words in that language; in English if we do not have it. */
    public static Words of(Locale locale) {
        return new Words(locale, Optional.empty());
    }

    /** Returns our words in English. */
    public static Words english() {
        return of(Locale.ENGLISH);
    }

    /** Returns a copy with words of the host in that language; a key that they do not have is one of ours. */
    public Words with(Optional<ResourceBundle> words) {
        return new Words(locale, words);
    }

    /** Returns the language. */
    public Locale locale() {
        return locale;
    }

    /** Returns the words of that key; empty if there are none. */
    public Optional<String> find(String key) {
        if (own.isPresent() && own.get().containsKey(key)) {
            return Optional.of(own.get().getString(key));
        }
        return Optional.ofNullable(ours().get(key));
    }

    /**
     * Returns the words of that key, with {@code {0}}, {@code {1}} and so on replaced by the values. Whole numbers are
     * written as in the language.
     *
     * @throws IllegalArgumentException if there are none
     */
    public String say(String key, Object... values) {
        String words = find(key).orElseThrow(() -> new IllegalArgumentException("there are no words " + key));
        StringBuilder text = new StringBuilder();
        int from = 0;
        for (int at = words.indexOf('{'); at >= 0; at = words.indexOf('{', at + 1)) {
            int index = at + 2 < words.length() && words.charAt(at + 2) == '}' ? words.charAt(at + 1) - '0' : -1;
            if (index >= 0 && index < values.length) {
                text.append(words, from, at).append(written(values[index]));
                from = at + 3;
            }
        }
        return text.append(words, from, words.length()).toString();
    }

    /** Returns the words of {@code key.one} or {@code key.more}, with the count as {@code {0}} and more values after it. */
    public String count(String key, long count, Object... more) {
        List<Object> values = new ArrayList<>();
        values.add(count);
        values.addAll(List.of(more));
        return say(key + (count == 1 ? ".one" : ".more"), values.toArray());
    }

    private String written(Object value) {
        return value instanceof Integer || value instanceof Long
                ? NumberFormat.getIntegerInstance(locale).format(value)
                : String.valueOf(value);
    }

    private Map<String, String> ours() {
        return switch (locale.getLanguage()) {
            case "de" -> German.WORDS;
            case "fr" -> French.WORDS;
            default -> English.WORDS;
        };
    }

    /** Returns the words of a file, over those of another one. */
    private static Map<String, String> read(String name, Map<String, String> others) {
        try (Reader in = new InputStreamReader(
                Objects.requireNonNull(Words.class.getResourceAsStream(name), name), StandardCharsets.UTF_8)) {
            Properties file = new Properties();
            file.load(in);
            Map<String, String> words = new HashMap<>(others);
            file.forEach((key, value) -> words.put((String) key, (String) value));
            return Map.copyOf(words);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static final class English {
        static final Map<String, String> WORDS = read("words.properties", Map.of());
    }

    private static final class German {
        static final Map<String, String> WORDS = read("words_de.properties", English.WORDS);
    }

    private static final class French {
        static final Map<String, String> WORDS = read("words_fr.properties", English.WORDS);
    }
}
