package dev.plumbline.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Java values to JSON and back. */
class JsonToJavaTest {

    enum Side {
        LEFT,
        RIGHT {
            @Override
            public String toString() {
                return "not my name";
            }
        }
    }

    record Point(double x, double y) {}

    record Room(String name, int floor, List<Point> outline, Optional<Double> height, Side side) {}

    record Big(BigDecimal exact, BigInteger whole, long count, float single, Json free, Map<Side, Json> bySide) {}

    record Times(Instant at, LocalDate day, Duration length) {}

    record Nested(Optional<Nested> inner, int[] counts, Set<String> names) {}

    record None() {}

    static final class Bean {
        private String name = "";

        public String getName() {
            return name;
        }

        public void setName(String name) {
            this.name = name;
        }
    }

    record Picky(int positive) {
        Picky {
            if (positive <= 0) {
                throw new IllegalArgumentException("SECRET " + positive);
            }
        }
    }

    @Test
    void java_values_without_binding() {
        Map<Object, Object> map = new LinkedHashMap<>();
        map.put("text", "a");
        map.put(Side.RIGHT, 'c');
        map.put(new StringBuilder("list"), Arrays.asList(1, 2L, (short) 3, (byte) 4, null, true));
        map.put("numbers", new Object[] {1.50, 2.0f, new BigDecimal("4.50"), new BigInteger("9".repeat(30)), 1e21, -0.0
        });
        map.put("arrays", List.of(new int[] {1}, new double[] {0.5}, new boolean[] {true}, new String[] {"s"}));
        map.put("bytes", new byte[] {1, 2, 3});
        map.put("optional", List.of(Optional.empty(), Optional.of(Optional.of(1))));
        map.put("json", Json.parse("{\"z\":1.0,\"a\":2}"));
        assertThat(Json.of(map).text())
                .isEqualTo("{\"text\":\"a\",\"RIGHT\":\"c\",\"list\":[1,2,3,4,null,true],\"numbers\":[1.5,2,4.50,"
                        + "999999999999999999999999999999,1e+21,0],\"arrays\":[[1],[0.5],[true],[\"s\"]],"
                        + "\"bytes\":\"AQID\",\"optional\":[null,1],\"json\":{\"z\":1.0,\"a\":2}}");
        assertThat(Json.of(null).text()).isEqualTo("null");
        assertThat(Json.of(Map.of(1, 'a')).text()).isEqualTo("{\"1\":\"a\"}");
    }

    @Test
    void record_keeps_component_order_and_leaves_empty_out() {
        Room room = new Room("r", 1, List.of(new Point(5, 4.50)), Optional.empty(), Side.RIGHT);
        assertThat(Json.of(room).text())
                .isEqualTo("{\"name\":\"r\",\"floor\":1,\"outline\":[{\"x\":5,\"y\":4.5}],\"side\":\"RIGHT\"}");
        assertThat(Json.of(List.of(new None())).text()).isEqualTo("[{}]");
    }

    @Test
    void doubles_are_spelled_alike_inside_and_outside_records() {
        for (double value : new double[] {5e-324, 1e21, 1e-7, 123456789.0, 2e-3, -0.0}) {
            assertThat(Json.of(new Point(value, 0)).get("x").text())
                    .isEqualTo(Json.of(value).text());
        }
        record Arrays(double[] doubles, float[] floats) {}
        assertThat(Json.of(new Arrays(new double[] {5e-324, 1.0}, new float[] {0.1f}))
                        .text())
                .isEqualTo("{\"doubles\":[5e-324,1],\"floats\":[0.1]}");
    }

    @Test
    void types_of_the_platform_are_bound() {
        Times times =
                new Times(Instant.parse("2026-01-02T03:04:05.006Z"), LocalDate.of(2026, 1, 2), Duration.ofMinutes(90));
        assertThat(Json.of(times).text())
                .isEqualTo("{\"at\":\"2026-01-02T03:04:05.006Z\",\"day\":\"2026-01-02\",\"length\":\"PT1H30M\"}");
        assertThat(Json.of(times).as(Times.class)).isEqualTo(times);
        assertThat(Json.of(OptionalInt.of(3)).asInt()).isEqualTo(3);
        assertThat(Json.of(new File("plan.json")).kind()).isEqualTo(Json.Kind.STRING);
        assertThat(Json.of(Path.of("plan.json"))).isEqualTo(Json.of("plan.json"));
        assertThat(Json.of(List.of(Path.of("plan.json"))).text()).isEqualTo("[\"plan.json\"]");
        assertThat(Json.of(new Drawing(Path.of("a", "plan.json"))).text())
                .isEqualTo(Json.of(Map.of("file", Path.of("a", "plan.json").toString()))
                        .text());
        Bean bean = new Bean();
        bean.setName("b");
        assertThat(Json.of(bean).text()).isEqualTo("{\"name\":\"b\"}");
        assertThat(Json.of(bean).as(Bean.class).getName()).isEqualTo("b");
    }

    record Drawing(Path file) {}

    @Test
    void big_values_survive_the_round_trip() {
        Big big = new Big(
                new BigDecimal("4.50"),
                new BigInteger("123456789012345678901234567890"),
                Long.MIN_VALUE,
                0.1f,
                Json.parse("{\"b\":1.0,\"a\":[null]}"),
                Map.of(Side.RIGHT, Json.parse("1E2")));
        Big back = Json.of(big).as(Big.class);
        assertThat(back).isEqualTo(big);
        assertThat(back.free().text()).isEqualTo(big.free().text());
        assertThat(Json.of(big).get("free").text()).isEqualTo(big.free().text());
    }

    @Test
    void json_null_is_a_value_for_json() {
        assertThat(Json.parse("[null,1]").as(TypeRef.listOf(Json.class))).containsExactly(Json.of(null), Json.of(1));
        assertThat(Json.of(null).as(Json.class)).isEqualTo(Json.of(null));
    }

    @Test
    void only_components_of_a_record_are_written() {
        record Wall(double length, double height) {
            public double getArea() {
                return length * height;
            }

            public boolean isEmpty() {
                return length == 0;
            }
        }
        Wall wall = new Wall(2, 3);
        assertThat(Json.of(wall).text()).isEqualTo("{\"length\":2,\"height\":3}");
        assertThat(Json.of(wall).as(Wall.class)).isEqualTo(wall);
    }

    @Test
    void numbers_of_untyped_values_keep_every_digit() {
        Json json = Json.parse(
                "{\"exact\":0.1000000000000000055,\"large\":1e400,\"whole\":123456789012345678901234567890}");
        Map<String, Object> untyped = json.as(new TypeRef<Map<String, Object>>() {});
        assertThat(untyped)
                .containsEntry("exact", new BigDecimal("0.1000000000000000055"))
                .containsEntry("large", new BigDecimal("1e400"))
                .containsEntry("whole", new BigInteger("123456789012345678901234567890"));
        assertThat(Json.of(untyped)).isEqualTo(json);
    }

    @Test
    void simple_targets_are_bound() {
        assertThat(Json.of("a").as(String.class)).isEqualTo("a");
        assertThat(Json.of(1.0).as(int.class)).isEqualTo(1);
        assertThat(Json.of(1).as(Long.class)).isEqualTo(1L);
        assertThat(Json.of(1).as(double.class)).isEqualTo(1.0);
        assertThat(Json.of(true).as(boolean.class)).isTrue();
        assertThat(Json.of("RIGHT").as(Side.class)).isEqualTo(Side.RIGHT);
        assertThat(Json.parse("4.50").as(BigDecimal.class)).isEqualTo(new BigDecimal("4.50"));
        assertThat(Json.parse("1e30").as(BigInteger.class)).isEqualTo(BigInteger.TEN.pow(30));
        assertThat(Json.parse("[1.0,2e1]").as(int[].class)).containsExactly(1, 20);
        assertThat(Json.parse("[\"a\"]").as(String[].class)).containsExactly("a");
        assertThat(Json.parse("\"AQID\"").as(byte[].class)).containsExactly(1, 2, 3);
    }

    @Test
    void whole_components_are_whole_whatever_their_spelling() {
        Json room = Json.parse(
                "{\"name\":\"r\",\"floor\":1.0e0,\"outline\":[{\"x\":1,\"y\":2}],\"side\":\"LEFT\",\"height\":3}");
        assertThat(room.as(Room.class))
                .isEqualTo(new Room("r", 1, List.of(new Point(1, 2)), Optional.of(3.0), Side.LEFT));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "/floor           | 1.5           | whole number",
                "/floor           | 1e10          | whole number",
                "/floor           | 2147483648    | whole number",
                "/floor           | \"1\"         | number",
                "/floor           | null          | number",
                "/floor           | true          | number",
                "/floor           | [1]           | number",
                "/name            | 1             | a string",
                "/name            | null          | a string",
                "/name            | true          | a string",
                "/name            | {}            | a string",
                "/outline         | {}            | an array",
                "/outline         | null          | an array",
                "/outline         | \"\"          | an array",
                "/outline         | [null]        | null",
                "/outline/0       | [1]           | an object for Point",
                "/outline/0       | [\"\"]        | an object for Point",
                "/outline/1/x     | [{\"x\":1,\"y\":2},{\"x\":\"1\",\"y\":2}] | number",
                "/outline/0/y     | [{\"x\":1}]   | number",
                "/outline/0/x     | [{\"x\":1e400,\"y\":2}] | range",
                "/outline/0       | [{\"x\":1,\"y\":2,\"z\":3}] | known are [x, y]",
                "/side            | \"not my name\" | one of [LEFT, RIGHT]",
                "/side            | \"left\"      | one of [LEFT, RIGHT]",
                "/side            | 1             | one of [LEFT, RIGHT]",
                "/side            | \"\"          | one of [LEFT, RIGHT]",
                "/height          | \"3\"         | number",
            })
    void component_that_does_not_fit_is_named(String place, String value, String rule) {
        String member = place.split("/")[1];
        Json room = Json.of(new Room("r", 1, List.of(), Optional.empty(), Side.LEFT))
                .with(member, Json.parse(value));
        assertThatThrownBy(() -> room.as(Room.class)).isInstanceOfSatisfying(JsonException.class, e -> {
            assertThat(e.place()).isEqualTo(place);
            assertThat(e.rule()).contains(rule);
            assertThat(e).hasNoCause();
        });
    }

    @ParameterizedTest
    @CsvSource({"name", "floor", "outline", "side"})
    void missing_component_is_named(String component) {
        Json room = Json.of(new Room("r", 1, List.of(), Optional.empty(), Side.LEFT))
                .without(component);
        assertThatThrownBy(() -> room.as(Room.class)).isInstanceOfSatisfying(JsonException.class, e -> {
            assertThat(e.place()).isEqualTo("/" + component);
            assertThat(e.rule()).contains("found no value");
        });
    }

    @Test
    void place_goes_on_from_where_the_value_was_found() {
        Json plan = Json.parse("{\"rooms\":[{\"name\":1}]}");
        assertThatThrownBy(() -> plan.at("/rooms/0").as(Room.class)).hasMessageStartingWith("/rooms/0/name: ");
        assertThatThrownBy(() -> plan.get("rooms").as(TypeRef.listOf(Room.class)))
                .hasMessageStartingWith("/rooms/0/name: ");
    }

    @Test
    @Tag("F135")
    void unknown_member_is_refused_at_its_parent() {
        assertThatThrownBy(() -> Json.parse("{\"x\":1,\"y\":2,\"SECRET\":3}").as(Point.class))
                .isInstanceOfSatisfying(JsonException.class, e -> {
                    assertThat(e.place()).isEmpty();
                    assertThat(e.rule()).startsWith("unknown member").doesNotContain("SECRET");
                });
    }

    @Test
    void refusal_of_a_constructor_is_reported_without_its_text() {
        assertThatThrownBy(() -> Json.parse("[{\"positive\":-1}]").as(TypeRef.listOf(Picky.class)))
                .isInstanceOfSatisfying(JsonException.class, e -> {
                    assertThat(e.place()).isEqualTo("/0");
                    assertThat(e.rule()).isEqualTo("Picky does not accept these values");
                    assertThat(e).hasNoCause();
                });
    }

    @Test
    void null_where_a_type_wants_a_value_is_refused() {
        assertThatThrownBy(() -> Json.of(null).as(Room.class)).isInstanceOf(JsonException.class);
        assertThatThrownBy(() -> Json.of(null).as(TypeRef.listOf(Room.class))).isInstanceOf(JsonException.class);
        assertThatThrownBy(() -> Json.of(null).as(String.class)).isInstanceOf(JsonException.class);
        assertThatThrownBy(() -> Json.parse("[1,null]").as(Integer[].class)).isInstanceOf(JsonException.class);
        assertThatThrownBy(() -> Json.parse("[1,null]").as(int[].class)).isInstanceOf(JsonException.class);
        assertThatThrownBy(() -> Json.parse("{\"a\":null}").as(new TypeRef<Map<String, Integer>>() {}))
                .isInstanceOf(JsonException.class);
    }

    @Test
    void classes_without_a_json_form_are_refused() {
        assertThatThrownBy(() -> Json.of(new Object())).isInstanceOf(JsonException.class);
        assertThatThrownBy(() -> Json.of(Map.of(List.of(), "a"))).isInstanceOf(JsonException.class);
        assertThatThrownBy(() -> Json.of(Stream.of(1))).hasMessageContaining("collect it");
        assertThatThrownBy(() -> Json.parse("{}").as(Runnable.class))
                .isInstanceOf(JsonException.class)
                .hasMessageContaining("java.lang.Runnable");
        Map<Object, Object> twins = new HashMap<>();
        twins.put("LEFT", 1);
        twins.put(Side.LEFT, 2);
        assertThatThrownBy(() -> Json.of(twins)).hasMessageContaining("one name");
        Map<Object, Object> nullKey = new HashMap<>();
        nullKey.put(null, 1);
        assertThatThrownBy(() -> Json.of(nullKey)).isInstanceOf(JsonException.class);
    }

    @Test
    void place_of_a_refused_value_is_reported() {
        record Holder(List<Object> items) {}
        assertThatThrownBy(() -> Json.of(Map.of("secret", List.of(1, Double.NaN))))
                .hasMessageStartingWith("/*/1: ");
        assertThatThrownBy(() -> Json.of(List.of(new Holder(List.of(Double.NaN)))))
                .hasMessageStartingWith("/0/items/0: ");
    }

    @Test
    void values_that_hold_themselves_are_refused() {
        List<Object> list = new ArrayList<>();
        list.add(list);
        Map<String, Object> map = new HashMap<>();
        map.put("self", map);
        record Holder(List<Object> held) {}
        Holder holder = new Holder(new ArrayList<>());
        holder.held().add(holder);
        for (Object cyclic : List.of(list, map, holder)) {
            assertThatThrownBy(() -> Json.of(cyclic))
                    .isInstanceOf(JsonException.class)
                    .hasMessageContaining("hold themselves");
        }
    }

    @Test
    void enums_of_others_are_bound_by_name() {
        assertThat(Json.of(TimeUnit.SECONDS).asText()).isEqualTo("SECONDS");
        assertThat(Json.of("SECONDS").as(TimeUnit.class)).isEqualTo(TimeUnit.SECONDS);
        assertThat(Json.of(Side.RIGHT).asText()).isEqualTo("RIGHT");
    }

    @Test
    void nested_optionals_and_arrays_survive() {
        Nested nested = Json.parse("{\"inner\":{\"counts\":[],\"names\":[]},\"counts\":[1,2],\"names\":[\"a\"]}")
                .as(Nested.class);
        assertThat(nested.counts()).containsExactly(1, 2);
        assertThat(nested.inner().orElseThrow().inner()).isEmpty();
        assertThat(Json.of(nested).text())
                .isEqualTo("{\"inner\":{\"counts\":[],\"names\":[]},\"counts\":[1,2],\"names\":[\"a\"]}");
    }
}
