package dev.plumbline.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.json.internal.JsonCursor;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is JSON and what is not, and what is said about it. */
class StrictParsingTest {
    /** Of the cases RFC 8259 leaves open, those we read: numbers whose value we can hold. */
    private static final Set<String> OPEN_AND_READ = Set.of(
            "i_number_double_huge_neg_exp.json",
            "i_number_neg_int_huge_exp.json",
            "i_number_pos_double_huge_exp.json",
            "i_number_too_big_neg_int.json",
            "i_number_too_big_pos_int.json",
            "i_number_very_big_negative_int.json");

    static Stream<Path> valid() {
        List<Path> files = TestResources.files("json/parsing", "y_");
        assertThat(files).hasSize(95);
        return files.stream().filter(file -> !isDuplicate(file));
    }

    static Stream<Path> invalid() {
        List<Path> files = TestResources.files("json/parsing", "n_");
        assertThat(files).hasSize(186);
        Stream<Path> duplicates = TestResources.files("json/parsing", "y_object_duplicated_key").stream();
        return Stream.concat(files.stream(), duplicates);
    }

    static Stream<Path> open() {
        List<Path> files = TestResources.files("json/parsing", "i_");
        assertThat(files).hasSize(35);
        return files.stream();
    }

    private static boolean isDuplicate(Path file) {
        return file.getFileName().toString().startsWith("y_object_duplicated_key");
    }

    @ParameterizedTest
    @MethodSource("valid")
    void valid_text_is_read_alike_by_all_readers(Path file) {
        byte[] bytes = TestResources.bytes(file);
        Json json = Json.parse(bytes);
        assertThat(Json.parse(json.text())).isEqualTo(json);
        assertThat(Json.parse(new String(bytes, StandardCharsets.UTF_8))).isEqualTo(json);
        assertThat(cursorReads(bytes)).isEqualTo(json);
        cursorSkips(bytes);
    }

    @ParameterizedTest
    @MethodSource("invalid")
    void invalid_text_is_refused_by_all_readers(Path file) {
        byte[] bytes = TestResources.bytes(file);
        assertThatThrownBy(() -> Json.parse(bytes)).isInstanceOf(JsonException.class);
        assertThatThrownBy(() -> cursorReads(bytes)).isInstanceOf(JsonException.class);
        if (!isDuplicate(file)) {
            assertThatThrownBy(() -> cursorSkips(bytes)).isInstanceOf(JsonException.class);
        }
    }

    @ParameterizedTest
    @MethodSource("open")
    void open_cases_are_decided(Path file) {
        if (OPEN_AND_READ.contains(file.getFileName().toString())) {
            assertThat(Json.parse(TestResources.bytes(file)).exists()).isTrue();
        } else {
            assertThatThrownBy(() -> Json.parse(TestResources.bytes(file))).isInstanceOf(JsonException.class);
        }
    }

    private static Json cursorReads(byte[] bytes) {
        try (JsonCursor cursor = JsonCursor.of(bytes, 0, bytes.length)) {
            Json json = cursor.value();
            cursor.end();
            return json;
        }
    }

    private static void cursorSkips(byte[] bytes) {
        try (JsonCursor cursor = JsonCursor.of(bytes, 0, bytes.length)) {
            cursor.end();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"[", "[{\"\":", "{\"a\":"})
    void nesting_of_a_hundred_thousand_is_refused(String opening) {
        String text = opening.repeat(100_000);
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        assertThatThrownBy(() -> Json.parse(text))
                .isInstanceOf(JsonException.class)
                .hasMessageContaining("200 levels");
        assertThatThrownBy(() -> cursorReads(bytes)).hasMessageContaining("at most 128 levels");
        assertThatThrownBy(() -> cursorSkips(bytes)).hasMessageContaining("at most 128 levels");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "[1,                  | line 1, column 4  | ends before",
                "``                   | line 1, column 1  | empty",
                "`[1,\n  NaN]`        | line 2, column 3  | NaN",
                "[-Infinity]          | line 1, column 3  | Infinity",
                "{\"é\":tru}          | line 1, column 6  | RFC 8259",
                "[\"é\",'x']          | line 1, column 6  | double quotes",
                "[1,]                 | line 1, column 4  | bracket",
                "{\"a\":1,}           | line 1, column 8  | bracket",
                "[1}                  | line 1, column 3  | bracket",
                "[1,,2]               | line 1, column 4  | comma",
                "{\"a\":1 \"b\":2}    | line 1, column 8  | comma",
                "[1/*c*/]             | line 1, column 3  | comments",
                "`[\"a\tb\"]`         | line 1, column 4  | control character",
                "{\"a\":1,\"a\":2}    | line 1, column 8  | twice",
                "{\"a\":1} x          | line 1, column 9  | RFC 8259",
                "1 2                  | line 1, column 3  | nothing may follow",
                "[\"x\",\"\\ud800\"]  | line 1, column 6  | surrogate",
                "[1,1e99999]          | line 1, column 4  | ±9999",
                "\"abc                | line 1, column 5  | ends before",
            })
    void fault_has_its_place_and_rule(String text, String place, String rule) {
        assertThatThrownBy(() -> Json.parse(text)).isInstanceOfSatisfying(JsonException.class, e -> {
            assertThat(e.place()).isEqualTo(place);
            assertThat(e.rule()).contains(rule);
            assertThat(e).hasMessage(e.place() + ": " + e.rule()).hasNoCause();
        });
    }

    @Test
    void byte_order_mark_is_refused() {
        assertThatThrownBy(() -> Json.parse("\ufeff1")).hasMessageContaining("byte order mark");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "22 c0 80 22",
                "22 c1 bf 22",
                "22 e0 80 80 22",
                "22 e0 9f bf 22",
                "22 ed a0 80 22",
                "22 ed bf bf 22",
                "22 f0 80 80 80 22",
                "22 f0 8f bf bf 22",
                "22 f4 90 80 80 22",
                "22 f5 80 80 80 22",
                "22 ff 22",
                "22 80 22",
                "22 c3 22",
                "22 e2 82 22",
                "22 f0 9f 98 22",
                "22 c3",
                "22 e2 82",
                "22 f0 9f 98",
                "31 00",
                "00 31",
                "31 00 00 00",
                "00 00 00 31",
                "fe ff 00 31",
                "ff fe 31 00",
            })
    void bytes_that_are_not_utf8_are_refused(String hex) {
        byte[] bytes = bytes(hex);
        assertThatThrownBy(() -> Json.parse(bytes)).isInstanceOf(JsonException.class);
        assertThatThrownBy(() -> cursorSkips(bytes)).isInstanceOf(JsonException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "22 c2 80 22",
                "22 df bf 22",
                "22 e0 a0 80 22",
                "22 ed 9f bf 22",
                "22 ee 80 80 22",
                "22 ef bf bf 22",
                "22 f0 90 80 80 22",
                "22 f4 8f bf bf 22",
                "22 41 c3 a9 41 41 41 41 41 41 f0 9f 98 82 41 41 41 41 41 41 41 22",
            })
    void bytes_at_the_edges_of_utf8_are_read(String hex) {
        byte[] bytes = bytes(hex);
        assertThat(Json.parse(bytes).text().getBytes(StandardCharsets.UTF_8)).isEqualTo(bytes);
    }

    private static byte[] bytes(String hex) {
        return HexFormat.ofDelimiter(" ").parseHex(hex);
    }

    @Test
    void long_names_and_strings_are_read() {
        String text = "x".repeat(3_000_000);
        assertThat(Json.parse("\"" + text + "\"").asText()).isEqualTo(text);
        assertThat(Json.parse("{\"" + "n".repeat(40_000) + "\":1}").fields()).hasSize(1);
        assertThatThrownBy(() -> Json.parse("{\"" + "n".repeat(100_000) + "\":1}"))
                .isInstanceOf(JsonException.class)
                .hasMessageContaining("longer than allowed");
    }
}
