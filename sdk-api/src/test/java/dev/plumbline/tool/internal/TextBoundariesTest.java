package dev.plumbline.tool.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextBoundariesTest {
    private static final String KEY =
            "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\nBKcwggSjAgEAAoIBAQ\n"
                    + "-----END PRIVATE KEY-----";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "DE89370400440532013000",
                "DE89 3704 0044 0532 0130 00",
                "4111 1111 1111 1111",
                "+49 170 1234567",
                "ghp_abcdefghijklmnopqrstuvwxyz0123456789",
                "password: Sommer2024x",
                KEY
            })
    @DisplayName("S8 no cut divides a value, wherever it comes")
    void s8_cuts_divideNoValue(String value) {
        String text = "some words before, and now " + value + " or other words that follow it";
        int from = text.indexOf(value);
        int to = from + value.length();
        for (int at = 0; at <= text.length(); at++) {
            int before = TextBoundaries.before(text, at);
            int after = TextBoundaries.after(text, at);
            assertThat(before).isLessThanOrEqualTo(at);
            assertThat(after).isGreaterThanOrEqualTo(at);
            assertThat(before <= from || before >= to)
                    .as("before " + at + ": " + before)
                    .isTrue();
            assertThat(after <= from || after >= to)
                    .as("after " + at + ": " + after)
                    .isTrue();
        }
    }

    @Test
    void textWithoutBlanks_isCutWhereItHasTo() {
        String text = "x".repeat(20_000);

        assertThat(TextBoundaries.before(text, 9_000)).isEqualTo(9_000);
        assertThat(TextBoundaries.after(text, 9_000)).isEqualTo(9_000);
    }

    @Test
    void surrogates_areNotDivided() {
        String text = "\ud83d\ude00".repeat(8_000);

        assertThat(TextBoundaries.before(text, 7_001)).isEqualTo(7_000);
        assertThat(TextBoundaries.after(text, 7_001)).isEqualTo(7_002);
    }
}
