package dev.plumbline.jsonschema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.json.Json;
import dev.plumbline.json.TypeRef;
import dev.plumbline.schema.JsonSchemaService;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Values that are written as another type are read where one meaning is possible. */
class MeantValuesTest {
    private final JsonSchemaService schemas = JsonSchemas.service();

    enum Side {
        LEFT,
        RIGHT
    }

    record Part(int count, boolean old) {}

    record Order(
            int limit,
            Optional<Double> ratio,
            boolean fast,
            List<String> names,
            List<Integer> sizes,
            List<Side> sides,
            Part part,
            Map<String, Integer> counts,
            String note) {}

    private static final Order ORDER = new Order(
            5,
            Optional.of(0.5),
            true,
            List.of("x"),
            List.of(1),
            List.of(Side.LEFT),
            new Part(2, false),
            Map.of("a", 1),
            "5");

    private Json meant(Json value) {
        return schemas.asMeant(value, schemas.schemaOf(Order.class));
    }

    /** Each member in each dress in which its meaning is certain. */
    private static final Map<String, List<String>> DRESSES = Map.of(
            "limit", List.of("\"5\"", "\" 5 \"", "5.0", "\"5.0\""),
            "ratio", List.of("\"0.5\"", "\"5e-1\""),
            "fast", List.of("\"true\"", "\"True\""),
            "names", List.of("\"x\"", "\"[\\\"x\\\"]\""),
            "sizes", List.of("1", "\"1\"", "\"[1]\"", "[\"1\"]", "\"[\\\"1\\\"]\""),
            "sides", List.of("\"LEFT\"", "\"[\\\"LEFT\\\"]\""),
            "part", List.of("\"{\\\"count\\\":2,\\\"old\\\":false}\"", "{\"count\":\"2\",\"old\":\"false\"}"),
            "counts", List.of("{\"a\":\"1\"}", "\"{\\\"a\\\":\\\"1\\\"}\""));

    @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
    void w45_theRightThing_inTheWrongDress_isRead(@ForAll("dressed") Json dressed) {
        assertThat(meant(dressed).as(Order.class)).as(dressed.text()).isEqualTo(ORDER);
    }

    @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
    void aValueThatFits_staysAsItIs(@ForAll int limit, @ForAll boolean fast, @ForAll List<String> names) {
        Json json = Json.of(new Order(
                limit, Optional.empty(), fast, names, List.of(), List.of(), new Part(1, true), Map.of(), "true"));
        assertThat(meant(json)).isEqualTo(json);
    }

    @Example
    void w45_whatMayMeanTwoThings_staysAsItIs() {
        for (String text : List.of(
                "{\"names\":\"a, b\"}",
                "{\"names\":\"\"}",
                "{\"sizes\":\"1,2\"}",
                "{\"limit\":\"1,5\"}",
                "{\"limit\":\"five\"}",
                "{\"fast\":\"yes\"}",
                "{\"fast\":1}",
                "{\"note\":5}",
                "{\"note\":true}",
                "{\"limit\":\"[5]\"}",
                "{\"limit\":[5]}")) {
            Json json = Json.parse(text);
            assertThat(meant(json)).as(text).isEqualTo(json);
        }
    }

    @Example
    void w45_aTextThatFitsAsText_isNeverRead() {
        Json anything = schemas.schemaOf(new TypeRef<Map<String, Json>>() {}.type());
        Json json = Json.parse("{\"a\":\"5\",\"b\":\"[1]\"}");
        assertThat(schemas.asMeant(json, anything)).isEqualTo(json);
        Json either = Json.parse("{\"type\":[\"string\",\"integer\"]}");
        assertThat(schemas.asMeant(Json.of("5"), either)).isEqualTo(Json.of("5"));
    }

    @Provide
    Arbitrary<Json> dressed() {
        Json plain = Json.of(ORDER);
        Arbitrary<Json> members = Arbitraries.just(plain);
        for (Map.Entry<String, List<String>> each : DRESSES.entrySet()) {
            Arbitrary<Optional<String>> dress = Arbitraries.of(each.getValue()).optional(0.5);
            members = Combinators.combine(members, dress)
                    .as((json, text) -> text.map(one -> json.with(each.getKey(), Json.parse(one)))
                            .orElse(json));
        }
        return members;
    }
}
