package dev.plumbline.redaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** One maximum length holds for the values of all detectors, and no part of a longer one is left. */
class LongValuesTest {
    private static final String LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

    static final List<String> NAMED = List.of(
            "token: %s",
            "My password: %s",
            "token=%s",
            "export TOKEN=%s",
            "{\"token\":\"%s\"}",
            "password: \"%s\"",
            "token:\n  %s\n",
            "token: [%s]",
            "token => '%s'",
            "PASSWORD '%s'",
            "The password is %s.",
            "<token>%s</token>",
            "--password %s",
            "curl -u anna:%s",
            "Authorization: Bearer %s",
            "Authorization: Basic %s",
            "set-cookie: session=%s; path=/",
            "sk-proj-%s",
            "eyJhbGciOiJIUzI1NiJ9.%s.abcdefabcdefabcdefabcdef");

    static final List<String> PLACED = List.of(
            "https://anna:%s@host/x",
            "postgres://anna:%s@host/db",
            "host:5432:shop:anna:%s",
            "| user | password |\n|---|---|\n| anna | %s |",
            "user,password\nanna,%s\n");

    private static String value(int length) {
        Random random = new Random(length);
        StringBuilder value = new StringBuilder("q");
        while (value.length() < length) {
            value.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
        }
        return value.toString();
    }

    private static void isHidden(String form, int length) {
        String value = value(length);
        String text = String.format(form, value);
        String sent = TextReplacement.of(
                text, new TextRedactor(RedactionOptions.ofDefaults()).finds(text), (kind, found) -> "#");
        assertThat(sent).hasSizeLessThan(form.length() + 8);
    }

    @ParameterizedTest
    @FieldSource("NAMED")
    @DisplayName("52 a value behind its name is hidden to its end, however long it is")
    void w52_named(String form) {
        for (int length : new int[] {200, 1_023, 1_024, 1_025, 2_049, 3_000, 4_095, 4_096, 4_097, 5_000, 20_000}) {
            isHidden(form, length);
        }
    }

    @ParameterizedTest
    @FieldSource("PLACED")
    @DisplayName("52 a value that its place announces is hidden up to the length of all values")
    void w52_placed(String form) {
        for (int length : new int[] {200, 1_025, 2_049, 3_000, 4_000}) {
            isHidden(form, length);
        }
    }
}
