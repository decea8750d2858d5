package dev.plumbline.jsonschema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.json.Json;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.schema.ValidationResult;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Schemas and values of others that would take seconds or years end by their counted work. */
@Tag("S23")
class ForeignSchemaWorkTest {
    private final JsonSchemaService schemas = JsonSchemas.service();

    /**
     * A schema and a value of it.
     *
     * @param name what takes long
     * @param schema the schema
     * @param value the value
     */
    private static final JsonSchemaService.SchemaDialect STRICT = new JsonSchemaService.SchemaDialect(
            "strict", true, true, Set.of("allOf", "oneOf", "not", "if", "pattern", "format", "minimum"));

    record Hostile(String name, String schema, String value) {

        @Override
        public String toString() {
            return name;
        }
    }

    static List<Hostile> hostile() {
        String branches =
                "{\"%1$s\":[{\"properties\":{\"a\":{\"$ref\":\"#\"}}},{\"properties\":{\"a\":{\"$ref\":\"#\"}}}]%2$s}";
        String names = list(5_000, i -> "\"p" + i + "\"");
        String optional = list(200, i -> "\"(?:x?){400}y" + i + "\":true");
        return List.of(
                new Hostile(
                        "unevaluatedProperties behind anyOf",
                        branches.formatted("anyOf", ",\"unevaluatedProperties\":false"),
                        nested(13)),
                new Hostile(
                        "unevaluatedProperties behind dynamic references",
                        "{\"$dynamicAnchor\":\"n\",\"anyOf\":[{\"properties\":{\"a\":{\"$dynamicRef\":\"#n\"}}},"
                                + "{\"properties\":{\"a\":{\"$dynamicRef\":\"#n\"}}}],\"unevaluatedProperties\":false}",
                        nested(13)),
                new Hostile(
                        "unevaluatedItems behind anyOf",
                        "{\"anyOf\":[{\"items\":{\"$ref\":\"#\"}},{\"items\":{\"$ref\":\"#\"}}],\"unevaluatedItems\":false}",
                        "[".repeat(20) + "]".repeat(20)),
                new Hostile("anyOf", branches.formatted("anyOf", ",\"required\":[\"b\"]"), nested(60)),
                new Hostile("oneOf", branches.formatted("oneOf", ""), nested(60)),
                new Hostile("allOf", branches.formatted("allOf", ""), nested(60)),
                new Hostile("elements of one hash", "{\"uniqueItems\":true}", "[" + oneHash(14) + "]"),
                new Hostile(
                        "constants of one hash",
                        "{\"type\":\"array\",\"items\":{\"enum\":[" + oneHash(12) + "]}}",
                        "[" + list(5_000, i -> "\"AaBB\"") + "]"),
                new Hostile(
                        "constants of one hash beside a pattern",
                        "{\"type\":\"array\",\"items\":{\"pattern\":\"a\",\"enum\":[" + oneHash(12) + "]}}",
                        "[" + list(5_000, i -> "\"AaBB\"") + "]"),
                new Hostile(
                        "required",
                        "{\"type\":\"array\",\"items\":{\"required\":[" + names + "]}}",
                        "[" + list(20_000, i -> "{}") + "]"),
                new Hostile(
                        "declared members",
                        "{\"type\":\"array\",\"items\":{\"properties\":{"
                                + list(5_000, i -> "\"p" + i + "\":{\"type\":\"null\"}") + "}}}",
                        "[" + list(20_000, i -> "{}") + "]"),
                new Hostile(
                        "dependentRequired",
                        "{\"type\":\"array\",\"items\":{\"dependentRequired\":{\"a\":[" + names + "]}}}",
                        "[" + list(20_000, i -> "{\"a\":1}") + "]"),
                new Hostile("a pattern and a long text", "{\"pattern\":\"(?:x?){500}y\"}", text("x", 1 << 20)),
                new Hostile(
                        "a pattern and many texts",
                        "{\"items\":{\"pattern\":\"(?:x?){500}y\"}}",
                        "[" + list(100, i -> text("x", 10_000)) + "]"),
                new Hostile(
                        "patterns of names",
                        "{\"patternProperties\":{" + optional + "}}",
                        "{" + text("x", 50_000) + ":1}"),
                new Hostile(
                        "additionalProperties beside patterns",
                        "{\"additionalProperties\":false,\"patternProperties\":{"
                                + list(500, i -> "\"^q" + i + "\":true") + "}}",
                        "{" + list(20_000, i -> "\"p" + i + "\":1") + "}"),
                new Hostile("a long host name", "{\"format\":\"idn-hostname\"}", text("a.", 1 << 22)),
                new Hostile(
                        "long numbers",
                        "{\"items\":{\"multipleOf\":1e-9999}}",
                        "[" + list(20_000, i -> "1e9999") + "]"),
                new Hostile(
                        "errors",
                        "{\"type\":\"array\",\"items\":{\"type\":\"string\"}}",
                        "[" + list(300_000, i -> "1") + "]"),
                new Hostile(
                        "errors of names",
                        "{\"propertyNames\":{\"maxLength\":1}}",
                        "{" + list(100_000, i -> "\"p" + i + "\":1") + "}"),
                new Hostile(
                        "deep constants",
                        "{\"type\":\"array\",\"items\":{\"const\":" + nested(100) + "}}",
                        "[" + list(5_000, i -> nested(100)) + "]"));
    }

    @ParameterizedTest
    @MethodSource("hostile")
    void s23_work_isLimited(Hostile hostile) {
        Json schema = Json.parse(hostile.schema());
        assertThat(schemas.check(schema).isOk()).isTrue();
        ValidationResult found = schemas.validate(schema, Json.parse(hostile.value()));
        assertThat(found.findings())
                .singleElement()
                .extracting(ValidationResult.Finding::code)
                .isEqualTo("limit");
    }

    @ParameterizedTest
    @MethodSource("hostile")
    void s23_conversion_isLimited(Hostile hostile) {
        Json schema = Json.parse(hostile.schema());
        schemas.wrap(schema, STRICT);
        Json back = schemas.unwrap(Json.parse(hostile.value()), schema, STRICT);
        assertThat(back.exists()).isTrue();
    }

    private static String nested(int levels) {
        return "{\"a\":".repeat(levels) + "1" + "}".repeat(levels);
    }

    private static String text(String repeated, int length) {
        return "\"" + repeated.repeat(length / repeated.length()) + "\"";
    }

    private static String list(int size, java.util.function.IntFunction<String> element) {
        return IntStream.range(0, size).mapToObj(element).collect(Collectors.joining(","));
    }

    /** Returns 2 to the given power different texts with the same hash. */
    private static String oneHash(int power) {
        List<String> texts = List.of("");
        for (int i = 0; i < power; i++) {
            texts = texts.stream()
                    .flatMap(text -> Stream.of(text + "Aa", text + "BB"))
                    .toList();
        }
        return texts.stream().map(text -> "\"" + text + "\"").collect(Collectors.joining(","));
    }
}
