package dev.plumbline.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.json.internal.JsonWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The canonical form: RFC 8785 with exact numbers. */
class CanonicalFormTest {

    static Stream<Path> reference_files() {
        List<Path> files = TestResources.files("jcs/input", "");
        assertThat(files).hasSize(6);
        return files.stream();
    }

    @ParameterizedTest
    @Tag("F95")
    @MethodSource("reference_files")
    @DisplayName("95 files of the RFC 8785 reference implementation")
    void file_of_the_reference_implementation(Path input) {
        String expected = text(TestResources.path("jcs/output/" + input.getFileName()));
        // The one number there whose double has fewer digits than were written: ours stays exact.
        String exact = expected.replace("333333333.3333333,", "333333333.33333329,");
        Json json = Json.parse(TestResources.bytes(input));
        assertThat(json.canonical()).isEqualTo(exact);
        assertThat(new String(json.canonicalBytes(), StandardCharsets.UTF_8)).isEqualTo(exact);
    }

    private static String text(Path file) {
        return new String(TestResources.bytes(file), StandardCharsets.UTF_8);
    }

    @Test
    @Tag("F104")
    @DisplayName("104 golden file: this form never changes")
    void golden_file() {
        List<String> lines =
                text(TestResources.path("json/canonical-golden.txt")).lines().toList();
        assertThat(lines).hasSizeGreaterThan(40).hasSize(lines.size() / 2 * 2);
        for (int i = 0; i < lines.size(); i += 2) {
            assertThat(Json.parse(lines.get(i)).canonical())
                    .as("line %d", i + 1)
                    .isEqualTo(lines.get(i + 1));
        }
    }

    @ParameterizedTest
    @Tag("F95")
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"a\":1,\"b\":2} | {\"b\":2,\"a\":1}",
                "[1,2] | ' [ 1 , 2 ] '",
                "\"A\" | \"\\u0041\"",
                "\"/\" | \"\\/\"",
                "\"\\n\" | \"\\u000A\"",
                "\"😂\" | \"\\ud83d\\ude02\"",
            })
    @DisplayName("95 key order, white space and escapes make no difference")
    void spelling_of_structure_makes_no_difference(String one, String other) {
        assertSame(Json.parse(one), Json.parse(other));
    }

    @ParameterizedTest
    @Tag("F96")
    @CsvSource({
        "1, 1.0",
        "1, 1e0",
        "1, 100e-2",
        "1, 0.01E+2",
        "-0, 0",
        "-0.0, 0",
        "0e5, 0",
        "-0.00e-7, 0",
        "1e400, 10e399",
        "1e400, 1.0E+400",
        "1E-999, 0.001e-996",
        "123456789012345678901234567890, 1.2345678901234567890123456789e29",
        "0.000001, 1e-6",
        "1e21, 1000000000000000000000",
    })
    @DisplayName("96 spellings of one number are equal, in the open and inside")
    void spelling_of_a_number_makes_no_difference(String one, String other) {
        assertSame(Json.parse(one), Json.parse(other));
        assertSame(Json.parse("{\"n\":[" + one + "]}"), Json.parse("{\"n\":[" + other + "]}"));
    }

    private static void assertSame(Json one, Json other) {
        assertThat(one).isEqualTo(other).hasSameHashCodeAs(other);
        assertThat(one.canonical()).isEqualTo(other.canonical());
    }

    @ParameterizedTest
    @Tag("F97")
    @CsvSource({
        "9007199254740993, 9007199254740992, 9007199254740993, 9007199254740992",
        "333333333.33333329, 333333333.3333333, 333333333.33333329, 333333333.3333333",
        "0.1, 0.1000000000000000055511151231257827, 0.1, 0.1000000000000000055511151231257827",
        "1e400, 1e401, 1e+400, 1e+401",
        "1e400, 1.7976931348623157e308, 1e+400, 1.7976931348623157e+308",
        "1e-400, 0, 1e-400, 0",
        "4.9e-324, 5e-324, 4.9e-324, 5e-324",
        "123456789012345678901.5, 123456789012345678901, 123456789012345678901.5, 123456789012345678901",
        "1234567890123456789012.5, 1234567890123456789012, 1.2345678901234567890125e+21, 1.234567890123456789012e+21",
    })
    @DisplayName("97 numbers that doubles would merge stay apart")
    void exact_decimals_stay_apart(String one, String other, String oneCanonical, String otherCanonical) {
        assertThat(Json.parse(one).canonical()).isEqualTo(oneCanonical);
        assertThat(Json.parse(other).canonical()).isEqualTo(otherCanonical);
        assertThat(Json.parse(one)).isNotEqualTo(Json.parse(other));
    }

    @Test
    @DisplayName("97 numbers of the parsing suite keep every digit")
    void numbers_of_the_parsing_suite() {
        List<Path> files = TestResources.files("json/transform", "number_");
        assertThat(files).hasSize(10);
        for (Path file : files) {
            Json json = Json.parse(TestResources.bytes(file));
            assertThat(json.text()).isEqualTo(text(file).strip());
            assertThat(Json.parse(json.canonical()).at("/0").asDecimal())
                    .isEqualByComparingTo(json.at("/0").asDecimal());
        }
        assertThat(files.stream().map(TestResources::bytes).map(Json::parse)).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1e9999",
                "1e-9999",
                "10e9998",
                "-0.1e10000",
                "9.99e9999",
                "0e10000",
                "0.0000000001e10009",
            })
    @DisplayName("97 powers of ten up to the bound are numbers")
    void exponent_within_bounds(String number) {
        Json json = Json.parse(number);
        assertThat(Json.parse(json.canonical())).isEqualTo(json);
        assertThat(Json.parse(json.canonical()).canonical()).isEqualTo(json.canonical());
        assertThat(new BigDecimal(json.canonical())).isEqualByComparingTo(json.asDecimal());
    }

    @ParameterizedTest
    @Tag("F97")
    @ValueSource(
            strings = {
                "1e10000",
                "10e9999",
                "1e-10000",
                "0.1e-9999",
                "1e1000000000",
                "1e-1000000000",
                "1e99999999999999999999",
                "0e99999999999999999999",
                "-1E+4294967296",
            })
    @DisplayName("97 powers of ten beyond the bound are refused, at no cost")
    void exponent_beyond_bounds(String number) {
        assertThatThrownBy(() -> Json.parse(number))
                .isInstanceOfSatisfying(
                        JsonException.class, e -> assertThat(e.rule()).contains("±9999"));
    }

    @Test
    @Tag("F97")
    @DisplayName("97 digits up to the bound are kept, more are refused")
    void digits_up_to_the_bound() {
        String most = "7".repeat(1000);
        assertThat(Json.parse(most).asDecimal()).isEqualByComparingTo(new BigDecimal(most));
        assertThat(Json.parse(Json.parse(most).canonical())).isEqualTo(Json.parse(most));
        assertThat(Json.parse("0." + "0".repeat(900) + "1").canonical()).isEqualTo("1e-901");
        assertThatThrownBy(() -> Json.parse(most + "7")).isInstanceOf(JsonException.class);
        assertThatThrownBy(() -> Json.parse("7".repeat(100_000))).isInstanceOf(JsonException.class);
        assertThatThrownBy(() -> Json.of(new BigInteger(most + "7"))).isInstanceOf(JsonException.class);
    }

    @ParameterizedTest
    @Tag("F98")
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
    @DisplayName("98 NaN and infinity are refused at any place")
    void not_a_number(double value) {
        record Wall(double length) {}
        record Weights(float[] values) {}
        for (Object holder : Arrays.asList(
                value,
                (float) value,
                List.of(value),
                Map.of("n", value),
                new double[] {value},
                new Wall(value),
                new Weights(new float[] {(float) value}))) {
            assertThatThrownBy(() -> Json.of(holder))
                    .isInstanceOfSatisfying(
                            JsonException.class, e -> assertThat(e.rule()).contains("NaN"));
        }
        assertThatThrownBy(() -> new JsonWriter().value(value)).isInstanceOf(JsonException.class);
    }

    @Test
    @Tag("F98")
    @DisplayName("98 minus zero is zero")
    void minus_zero() {
        assertThat(Json.of(-0.0)).isEqualTo(Json.of(0)).isEqualTo(Json.parse("-0.0"));
        assertThat(Json.parse("-0.0").canonical()).isEqualTo("0");
        assertThat(Json.parse("-0.0").text()).isEqualTo("-0.0");
    }

    @Test
    @Tag("F99")
    @DisplayName("99 a member name given twice is refused")
    void second_member_of_one_name() {
        List<Path> files = TestResources.files("json/transform", "object_same_key");
        assertThat(files).hasSize(3);
        for (Path file : files) {
            assertThatThrownBy(() -> Json.parse(TestResources.bytes(file))).isInstanceOf(JsonException.class);
        }
        assertThatThrownBy(() -> Json.parse("{\"a\":1,\"\\u0061\":1}")).isInstanceOf(JsonException.class);
    }

    @Test
    @Tag("F99")
    @DisplayName("99 a member name given twice among many is refused, with its place")
    void second_member_among_many() {
        StringBuilder text = new StringBuilder("{");
        for (int i = 0; i < 100; i++) {
            text.append("\"m").append(i).append("\":{\"m").append(i).append("\":1},\n");
        }
        for (String last : List.of("m0", "m7", "m8", "m99")) {
            String twice = text + "\"" + last + "\":0}";
            assertThatThrownBy(() -> Json.parse(twice))
                    .isInstanceOfSatisfying(
                            JsonException.class, e -> assertThat(e.place()).isEqualTo("line 101, column 1"));
        }
        assertThat(Json.parse(text + "\"m100\":0}").fields()).hasSize(101);
    }

    @ParameterizedTest
    @Tag("F100")
    @CsvSource(
            delimiter = '|',
            value = {
                "\"\\u00e9\" | \"e\\u0301\"",
                "\"a\" | \"A\"",
                "\"a\" | \"a\\u200b\"",
                "\"a\" | \"a \"",
                "{\"\\u00e9\":1} | {\"e\\u0301\":1}",
            })
    @DisplayName("100 text is not normalised")
    void text_is_not_normalised(String one, String other) {
        assertDistinct(Json.parse(one), Json.parse(other));
    }

    private static void assertDistinct(Json one, Json other) {
        assertThat(one).isNotEqualTo(other);
        assertThat(one.canonical()).isNotEqualTo(other.canonical());
    }

    @Test
    @DisplayName("100 composed and decomposed names are two members")
    void composed_and_decomposed_names() {
        assertThat(Json.parse(TestResources.bytes(TestResources.path("json/transform/object_key_nfc_nfd.json")))
                        .fields())
                .hasSize(2);
        assertThat(Json.parse(TestResources.bytes(TestResources.path("json/transform/object_key_nfd_nfc.json"))))
                .isEqualTo(
                        Json.parse(TestResources.bytes(TestResources.path("json/transform/object_key_nfc_nfd.json"))));
    }

    @ParameterizedTest
    @Tag("F100")
    @ValueSource(
            strings = {
                "\"\\ud800\"",
                "\"\\udc00\"",
                "\"\\ud800x\"",
                "\"\\udc00\\ud800\"",
                "\"\\ud800\\ud800\\udc00\"",
                "{\"\\ud800\":1}",
                "[\"x\",\"\\uDFFF\"]",
                "\"\ud800\"",
                "\"\udc00x\"",
            })
    @DisplayName("100 half a surrogate pair is refused, escaped or not")
    void half_a_surrogate_pair(String text) {
        assertThatThrownBy(() -> Json.parse(text)).isInstanceOfSatisfying(JsonException.class, e -> {
            assertThat(e.rule()).contains("surrogate");
            assertThat(e.place()).startsWith("line 1, column ");
        });
    }

    @Test
    @DisplayName("100 half a surrogate pair is refused from Java, too")
    void half_a_surrogate_pair_from_java() {
        record Named(String name) {}
        for (Object holder :
                List.of("\ud800", List.of("\udc00"), Map.of("\ud800", 1), new Named("x\ud800"), '\ud800')) {
            assertThatThrownBy(() -> Json.of(holder)).isInstanceOf(JsonException.class);
        }
        assertThatThrownBy(() -> Json.object().with("\ud800", 1)).isInstanceOf(JsonException.class);
        assertThatThrownBy(() -> new JsonWriter().value("\ud800")).isInstanceOf(JsonException.class);
        assertThatThrownBy(() -> new JsonWriter().object().name("\ud800")).isInstanceOf(JsonException.class);
    }

    @Test
    @Tag("F100")
    @DisplayName("100 invalid code points of the parsing suite are refused")
    void invalid_code_points() {
        List<Path> files = Stream.of("string_1_", "string_2_", "string_3_")
                .flatMap(prefix -> TestResources.files("json/transform", prefix).stream())
                .toList();
        assertThat(files).hasSize(6);
        for (Path file : files) {
            assertThatThrownBy(() -> Json.parse(TestResources.bytes(file))).isInstanceOf(JsonException.class);
        }
    }

    @Test
    @Tag("F101")
    @DisplayName("101 null, absent and empty are four things")
    void null_absent_empty() {
        List<Json> distinct = List.of(
                Json.parse("{\"a\":null}"),
                Json.parse("{}"),
                Json.parse("{\"a\":\"\"}"),
                Json.parse("{\"a\":[]}"),
                Json.parse("{\"a\":{}}"),
                Json.parse("{\"a\":0}"),
                Json.parse("{\"a\":false}"));
        assertThat(distinct).doesNotHaveDuplicates();
        assertThat(distinct.stream().map(Json::canonical)).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @Tag("F102")
    @CsvSource(
            delimiter = '|',
            value = {
                "[\"ab\",\"c\"] | [\"a\",\"bc\"]",
                "[[1],2] | [1,[2]]",
                "[[1,2]] | [1,2]",
                "\"1\" | 1",
                "\"true\" | true",
                "\"null\" | null",
                "{\"a\":{\"b\":1}} | {\"a\":{},\"b\":1}",
                "[1,2] | [2,1]",
                "[\"a\",\"b\"] | [\"a\\\",\\\"b\"]",
                "[] | {}",
            })
    @DisplayName("102 no two values run together, no type passes for another")
    void concatenation_and_type(String one, String other) {
        assertDistinct(Json.parse(one), Json.parse(other));
    }
}
