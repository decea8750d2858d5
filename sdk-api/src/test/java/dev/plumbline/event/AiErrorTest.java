package dev.plumbline.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.event.AiError.SensitiveText;
import dev.plumbline.internal.Words;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class AiErrorTest {

    @ParameterizedTest
    @EnumSource(AiError.Category.class)
    void everyCategory_hasASentenceForPeople(AiError.Category category) {
        AiError error = AiError.of(category, "rule-7", "for developers");
        assertThat(error.userMessage()).endsWith(".").doesNotContain("{", "developers");
        assertThat(error.userMessage(Locale.forLanguageTag("xx"))).isEqualTo(error.userMessage());
    }

    @ParameterizedTest
    @Tag("D13")
    @ValueSource(strings = {"de", "fr"})
    void everyLanguage_hasEverySentence_withTheSameBlanks(String language) throws IOException {
        Properties english = catalogue("");
        Properties other = catalogue("_" + language);
        assertThat(other.stringPropertyNames()).isEqualTo(english.stringPropertyNames());
        assertThat(english.stringPropertyNames())
                .allSatisfy(key -> assertThat(blanks(other, key))
                        .containsExactlyInAnyOrderElementsOf(
                                key.equals("question.misfit") ? List.of() : blanks(english, key)));
        assertThat(AiError.of(AiError.Category.NETWORK, "refused", "").userMessage(Locale.forLanguageTag(language)))
                .isNotEqualTo(
                        AiError.of(AiError.Category.NETWORK, "refused", "").userMessage());
    }

    private static Properties catalogue(String language) throws IOException {
        Properties sentences = new Properties();
        try (InputStream in = Words.class.getResourceAsStream("words" + language + ".properties")) {
            sentences.load(new InputStreamReader(in, StandardCharsets.UTF_8));
        }
        return sentences;
    }

    private static List<String> blanks(Properties sentences, String key) {
        return Pattern.compile("\\{\\w+}")
                .matcher(sentences.getProperty(key))
                .results()
                .map(MatchResult::group)
                .toList();
    }

    @Test
    @Tag("D13")
    void missingKey_isASentenceOfItsOwn() {
        assertThat(AiError.of(AiError.Category.CONFIGURATION, "key", "").userMessage())
                .contains("no usable key")
                .isNotEqualTo(
                        AiError.of(AiError.Category.CONFIGURATION, "other", "").userMessage());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "POLICY_DENIED redaction-media",
                "EGRESS_DENIED egress",
                "CAPABILITY file-type",
                "CAPABILITY image-type",
                "CAPABILITY image-input",
                "CAPABILITY audio-type",
                "CAPABILITY model",
                "INVALID_REQUEST http-400",
                "CONFIGURATION no-provider",
                "CONFIGURATION journal",
                "INTERNAL journal"
            })
    void n11_frequentCodes_haveASentence_inEveryLanguage(String error) {
        String code = error.split(" ")[1];
        AiError known = AiError.of(AiError.Category.valueOf(error.split(" ")[0]), code, "");
        AiError other = AiError.of(known.category(), "rule-7", "");
        for (String language : List.of("en", "de", "fr")) {
            Locale locale = Locale.forLanguageTag(language);
            assertThat(known.userMessage(locale)).endsWith(".").doesNotContain(": " + code, " : " + code, "{");
            assertThat(other.userMessage(locale)).contains("rule-7");
        }
    }

    @Test
    void n11_mistakeOfAProgram_isNotSaidToBeOneOfAPlugIn() {
        assertThat(AiError.of(AiError.Category.INTERNAL, "script", "").userMessage())
                .isEqualTo("Something is wrong in this program: script. Details are in the log.");
        assertThat(AiError.of(AiError.Category.CONFIGURATION, "header", "").userMessage())
                .isEqualTo("This program is not set up correctly: header. Check the settings.");
    }

    @Test
    void userMessage_namesTheTimeAndTheRuleAndNothingElse() {
        AiError limited = AiError.of(AiError.Category.RATE_LIMITED, "429", "")
                .withRetryAt(Instant.parse("2026-01-01T12:00:00Z"))
                .withProviderMessage(SensitiveText.of("your secret plan"));
        assertThat(limited.userMessage())
                .startsWith("Too many requests. Try again after ")
                .doesNotContain("secret");
        assertThat(AiError.of(AiError.Category.POLICY_DENIED, "a sentence a person wrote", "")
                        .userMessage())
                .isEqualTo("Not allowed here: other.");
    }

    @Test
    void toString_showsNothingThatSomebodyElseSaid() {
        AiError error = AiError.of(AiError.Category.SERVER, "500", "the service failed")
                .withProviderMessage(SensitiveText.of("secret"))
                .withCause(new IllegalStateException("secret"));
        assertThat(error.toString()).isEqualTo("SERVER 500: the service failed");
        assertThat(new AiException(error).toString()).doesNotContain("secret");
        assertThat(error.causeClass()).contains("java.lang.IllegalStateException");
        assertThat(SensitiveText.of("secret").toString()).doesNotContain("secret");
    }

    @Test
    void label_isNeverASentence() {
        assertThat(TelemetryName.of("draw_wall").text()).isEqualTo("draw_wall");
        assertThat(TelemetryName.of("my name is Bob")).isEqualTo(TelemetryName.OTHER);
        assertThat(TelemetryName.of("x".repeat(65))).isEqualTo(TelemetryName.OTHER);
    }

    @Test
    void usage_addsUpAndNeverFallsBelowZero() {
        Usage one = Usage.of(5, 3).withCachedInput(1).withReasoning(1);
        assertThat(one.plus(one).minus(one)).isEqualTo(one);
        assertThat(one.minus(one.plus(one))).isEqualTo(Usage.NONE);
        assertThat(one.total()).isEqualTo(8);
    }

    @Test
    @DisplayName("R19 the sentence of a limit names the limit, and says how to go on")
    void r19_limits() {
        AiError same = AiError.of(AiError.Category.BUDGET, "same-tool-call", "");
        assertThat(same.userMessage()).contains("the same step several times").contains("Say it in other words");
        assertThat(same.userMessage(Locale.GERMAN)).contains("denselben Schritt mehrmals");
        assertThat(AiError.of(AiError.Category.BUDGET, "tool-calls", "").userMessage())
                .contains("limit of tool calls");
        assertThat(AiError.of(AiError.Category.BUDGET, "tokens", "").userMessage())
                .contains("limit of tokens");
    }
}
