package dev.plumbline.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.plumbline.body.ContentOrigin;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.event.AiError;
import dev.plumbline.ui.Question.CallRisk;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import java.util.PropertyResourceBundle;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WordsTest {
    /** In another language this says less: the sentence of a rule is in English. */
    private static final String ENGLISH_ONLY = "question.misfit";

    private static Properties file(String language) throws IOException {
        Properties words = new Properties();
        try (InputStream in = Words.class.getResourceAsStream("words" + language + ".properties")) {
            words.load(new InputStreamReader(in, StandardCharsets.UTF_8));
        }
        return words;
    }

    private static List<String> blanks(String words) {
        return Pattern.compile("\\{\\w+}")
                .matcher(words)
                .results()
                .map(MatchResult::group)
                .sorted()
                .toList();
    }

    @ParameterizedTest
    @Tag("N42")
    @ValueSource(strings = {"de", "fr"})
    @DisplayName("N42 every key is in all three languages, with the same blanks, and in words of its own")
    void n42_everyKey_isInEveryLanguage(String language) throws IOException {
        Properties english = file("");
        Properties other = file("_" + language);
        assertThat(other.stringPropertyNames()).isEqualTo(english.stringPropertyNames());
        List<String> same = new ArrayList<>();
        for (String key : english.stringPropertyNames()) {
            if (!key.equals(ENGLISH_ONLY)) {
                assertThat(blanks(other.getProperty(key))).as(key).isEqualTo(blanks(english.getProperty(key)));
            }
            boolean hasWords = Pattern.compile("\\p{L}{2}")
                    .matcher(english.getProperty(key).replaceAll("\\{\\w+}", ""))
                    .find();
            if (hasWords && other.getProperty(key).equalsIgnoreCase(english.getProperty(key))) {
                same.add(key);
            }
        }
        List<String> loanWords = language.equals("de")
                ? List.of("origin.MCP", "origin.WEB")
                : List.of(
                        "origin.MCP",
                        "origin.WEB",
                        "origin.DOCUMENT",
                        "detail.document",
                        "label.CONVERSATION",
                        "label.MESSAGE",
                        "label.NOTE");
        assertThat(same).as("the same as in English").isSubsetOf(loanWords);
    }

    @Test
    @Tag("N42")
    @DisplayName("N42 every constant that a person may read has words")
    void n42_everyConstant_hasWords() {
        Words words = Words.english();
        List<String> keys = new ArrayList<>();
        Stream.of(ToolEnvelope.Code.values()).forEach(code -> keys.add("failure." + code));
        Stream.of(ContentOrigin.values()).forEach(origin -> keys.add("origin." + origin));
        Stream.of(CallRisk.Effect.values()).forEach(effect -> keys.add("effect." + effect));
        Arrays.stream(AiError.Category.values()).forEach(category -> keys.add(category.name()));
        assertThat(keys).allSatisfy(key -> assertThat(words.find(key)).as(key).isPresent());
    }

    @Test
    @Tag("N42")
    @DisplayName("N42 the words of a host come first, and those that it does not have are ours")
    void n42_host_bringsAnotherLanguage() throws IOException {
        PropertyResourceBundle italian =
                new PropertyResourceBundle(new StringReader("answer.approve=Sì\nquestion.call={0}, va bene?\n"));
        Words words = Words.of(Locale.ITALIAN).with(Optional.of(italian));
        assertThat(words.say("answer.approve")).isEqualTo("Sì");
        assertThat(words.say("question.call", "Muro")).isEqualTo("Muro, va bene?");
        assertThat(words.say("answer.deny")).isEqualTo("No");
        assertThat(Words.of(Locale.GERMAN).with(Optional.of(italian)).say("answer.deny"))
                .isEqualTo("Nein");
    }

    @ParameterizedTest
    @ValueSource(strings = {"en", "de", "fr", "de-AT"})
    @DisplayName("60 the words of a language are read once, whoever asks")
    void c60_words_areReadOnce(String language) {
        Locale locale = Locale.forLanguageTag(language);
        String once = Words.of(locale).find("answer.deny").orElseThrow();
        assertThat(Words.of(locale).find("answer.deny").orElseThrow()).isSameAs(once);
        assertThat(Words.of(locale).locale()).isEqualTo(locale);
    }

    @Test
    @DisplayName("a value that looks like a blank stays as it is, and numbers are written as in the language")
    void values_areNotReadAgain() {
        Words words = Words.of(Locale.GERMAN);
        assertThat(words.say("sentence.of", "{1}", "$0 \\")).isEqualTo("{1}: $0 \\");
        assertThat(words.say("part.folded", "Text", 12_345)).contains("12.345 Zeichen");
        assertThat(words.count("definitions.intro", 1, "a", "b")).contains("1 Werkzeug an");
        assertThat(words.count("definitions.intro", 2, "a", "b")).contains("2 Werkzeuge an");
        assertThatIllegalArgumentException().isThrownBy(() -> words.say("no.such.key"));
    }
}
