package dev.plumbline.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.json.internal.JsonWriter;
import java.math.BigDecimal;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reading, finding and copying. */
class JsonTest {
    private static final Json PLAN = Json.parse("""
        {"name": "flat", "walls": [{"id": "w1", "length": 2.50, "a/b~c": 1}, {"id": null}], "open": true}\
        """);

    @Test
    void kinds_are_distinguished() {
        assertThat(PLAN.kind()).isEqualTo(Json.Kind.OBJECT);
        assertThat(PLAN.get("walls").kind()).isEqualTo(Json.Kind.ARRAY);
        assertThat(PLAN.get("name").kind()).isEqualTo(Json.Kind.STRING);
        assertThat(PLAN.at("/walls/0/length").kind()).isEqualTo(Json.Kind.NUMBER);
        assertThat(PLAN.get("open").kind()).isEqualTo(Json.Kind.BOOLEAN);
        assertThat(PLAN.at("/walls/1/id").kind()).isEqualTo(Json.Kind.NULL);
        assertThat(PLAN.get("doors").kind()).isEqualTo(Json.Kind.MISSING);
    }

    @Test
    void missing_value_can_be_asked_further_but_not_used() {
        Json missing = PLAN.get("doors").get("first").at("/0/id");
        assertThat(missing.exists()).isFalse();
        assertThat(missing).isEqualTo(PLAN.get("windows"));
        assertThat(PLAN.at("/walls/1/id").exists()).isTrue();
        for (Runnable use : List.<Runnable>of(
                missing::asText,
                missing::asInt,
                missing::elements,
                missing::fields,
                missing::text,
                missing::canonical,
                missing::canonicalBytes,
                () -> missing.as(String.class),
                () -> missing.as(Map.class),
                () -> missing.with("a", 1),
                () -> Json.of(missing),
                () -> Json.object().with("a", missing),
                () -> new JsonWriter().json(missing))) {
            assertThatThrownBy(use::run).isInstanceOfSatisfying(JsonException.class, e -> {
                assertThat(e.place()).isEqualTo("/doors/first/0/id");
                assertThat(e.rule()).contains("found no value");
            });
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/walls/0/id, string", "'', object", "/walls/-, missing", "/walls/01, missing", "/walls/2, missing",
        "/walls/99999999999, missing", "/walls/0/a~1b~0c, number", "/walls/+1, missing", "/name/0, missing",
                "/, missing",
        "/walls/, missing",
    })
    void pointer_finds(String pointer, String kind) {
        assertThat(PLAN.at(pointer).kind().name()).isEqualToIgnoringCase(kind);
    }

    @Test
    void pointer_counts_only_in_arrays() {
        assertThat(Json.parse("{\"0\":1,\"\":{\"\":2}}").at("/0").asInt()).isEqualTo(1);
        assertThat(Json.parse("{\"0\":1,\"\":{\"\":2}}").at("//").asInt()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"walls", "#/walls", "/walls/~2", "/walls~"})
    void pointer_that_is_none_is_refused(String pointer) {
        assertThatThrownBy(() -> PLAN.at(pointer)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void misfit_names_the_pointer_and_the_kinds() {
        assertThatThrownBy(() -> PLAN.get("walls").at("/0/length").asText())
                .hasMessage("/walls/0/length: expected a string, but found a number");
        assertThatThrownBy(() -> PLAN.at("/walls/0/length").asInt())
                .hasMessage("/walls/0/length: expected a whole number of 32 bits, but found another number");
        assertThatThrownBy(() -> PLAN.get("walls").elements().get(1).get("id").asBoolean())
                .hasMessage("/walls/1/id: expected true or false, but found null");
        assertThatThrownBy(() -> PLAN.at("/walls/0").get("a/b~c").elements())
                .hasMessage("/walls/0/a~1b~0c: expected an array, but found a number");
        assertThatThrownBy(PLAN::asText).hasMessage("expected a string, but found an object");
    }

    @Test
    void misfit_hides_names_that_came_with_the_data() {
        PLAN.fields().values().stream()
                .filter(value -> value.kind() == Json.Kind.STRING)
                .forEach(value -> assertThatThrownBy(value::asInt).hasMessageStartingWith("/*: "));
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "-0, 0",
        "1.0, 1",
        "1e2, 100",
        "-1.20E1, -12",
        "2147483647, 2147483647",
        "-2147483648.000, -2147483648",
        "0.0000e9999, 0",
        "214748364.7e1, 2147483647",
    })
    void whole_number_is_whole_whatever_its_spelling(String number, int value) {
        assertThat(Json.parse(number).asInt()).isEqualTo(value);
        assertThat(Json.parse(number).asLong()).isEqualTo(value);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"1.5", "1e10", "2147483648", "-2147483649", "1e-1", "1e400", "1e9999", "0.99999999999999999999"})
    void number_that_is_no_int_is_refused(String number) {
        assertThatThrownBy(() -> Json.parse(number).asInt()).isInstanceOf(JsonException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "9223372036854775807",
                "-9223372036854775808",
                "9223372036854775807.0",
                "1e18",
                "-9.223372036854775808e18"
            })
    void number_that_is_a_long_is_read(String number) {
        assertThat(Json.parse(number).asLong()).isEqualTo(new BigDecimal(number).longValueExact());
    }

    @ParameterizedTest
    @ValueSource(strings = {"9223372036854775808", "-9223372036854775809", "1e19", "1.5", "1e9999", "0.1e-9990"})
    void number_that_is_no_long_is_refused(String number) {
        assertThatThrownBy(() -> Json.parse(number).asLong()).isInstanceOf(JsonException.class);
    }

    @Test
    void double_is_the_nearest_and_never_infinite() {
        assertThat(Json.parse("9007199254740993").asDouble()).isEqualTo(9007199254740992.0);
        assertThat(Json.parse("1e-400").asDouble()).isZero();
        assertThatThrownBy(() -> Json.parse("1e400").asDouble()).hasMessageContaining("range of doubles");
    }

    @Test
    void decimal_keeps_every_digit() {
        assertThat(Json.parse("4.50").asDecimal()).isEqualTo(new BigDecimal("4.50"));
        assertThat(Json.parse("1e400").asDecimal()).isEqualTo(new BigDecimal("1e400"));
    }

    @Test
    void members_keep_their_order() {
        assertThat(PLAN.fields().keySet()).containsExactly("name", "walls", "open");
        assertThat(PLAN.fields()).hasSize(3).containsKey("open").doesNotContainKey("doors");
        assertThat(PLAN.fields().get("doors")).isNull();
        assertThat(PLAN.fields().get("name")).isEqualTo(Json.of("flat"));
    }

    @Test
    void views_cannot_be_changed() {
        assertThatThrownBy(() -> PLAN.fields().put("a", Json.of(1))).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> PLAN.fields().clear()).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> PLAN.get("walls").elements().add(Json.of(1)))
                .isInstanceOf(UnsupportedOperationException.class);
        Iterator<String> names = PLAN.fields().keySet().iterator();
        names.next();
        assertThatThrownBy(names::remove).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void member_is_replaced_in_its_place_and_added_at_the_end() {
        Json json = Json.parse("{\"b\":1.0,\"a\":2}");
        assertThat(json.with("b", "x").text()).isEqualTo("{\"b\":\"x\",\"a\":2}");
        assertThat(json.with("c", null).text()).isEqualTo("{\"b\":1.0,\"a\":2,\"c\":null}");
        assertThat(json.without("b").text()).isEqualTo("{\"a\":2}");
        assertThat(json.without("z")).isSameAs(json);
        assertThat(json.text()).isEqualTo("{\"b\":1.0,\"a\":2}");
        assertThat(Json.object().with("a", List.of(1)).text()).isEqualTo("{\"a\":[1]}");
        assertThatThrownBy(() -> Json.array().with("a", 1)).isInstanceOf(JsonException.class);
        assertThatThrownBy(() -> Json.array().without("a")).isInstanceOf(JsonException.class);
    }

    @Test
    void many_members_are_found_replaced_and_removed() {
        Json json = Json.object();
        for (int i = 0; i < 50; i++) {
            json = json.with("m" + i * 7 % 50, i);
        }
        for (int i = 0; i < 50; i++) {
            assertThat(json.get("m" + i * 7 % 50).asInt()).isEqualTo(i);
        }
        assertThat(json.get("m").exists()).isFalse();
        assertThat(json.get("m99").exists()).isFalse();
        assertThat(json.without("m3").fields()).hasSize(49).doesNotContainKey("m3");
        assertThat(json.with("m3", "new").get("m3").asText()).isEqualTo("new");
        assertThat(List.copyOf(json.fields().keySet()).subList(0, 3)).containsExactly("m0", "m7", "m14");
    }

    @Test
    void empty_values_are_there() {
        assertThat(Json.object().text()).isEqualTo("{}");
        assertThat(Json.array().text()).isEqualTo("[]");
        assertThat(Json.object()).isEqualTo(Json.parse(" { } ")).isNotEqualTo(Json.array());
    }

    @Test
    void canonical_bytes_are_fresh() {
        byte[] bytes = PLAN.canonicalBytes();
        bytes[0] = 'X';
        assertThat(PLAN.canonicalBytes()[0]).isEqualTo((byte) '{');
        assertThat(PLAN.canonical()).isSameAs(PLAN.canonical());
    }

    @Test
    void value_taken_out_of_another_is_equal_to_its_like() {
        assertThat(PLAN.at("/walls/0/id")).isEqualTo(Json.of("w1")).hasSameHashCodeAs(Json.of("w1"));
    }

    @Test
    void findText_isTheTextOfAString_andNothingElse() {
        Json json = Json.parse("{\"text\": \"a\", \"number\": 1, \"null\": null, \"list\": [\"a\"]}");
        assertThat(json.get("text").findText()).contains("a");
        for (String other : List.of("number", "null", "list", "none")) {
            assertThat(json.get(other).findText()).as(other).isEmpty();
        }
        assertThat(json.get("text").get("text").findText()).isEmpty();
    }
}
