package dev.plumbline.jsonschema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.json.Json;
import dev.plumbline.jsonschema.JsonSchemas.FormatMode;
import dev.plumbline.schema.ValidationResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Schemas that are plain but for some members, beside the library that judges the whole. */
class MemberValidatorsTest {
    private static final Json DEFINITIONS = Json.parse("{\"Id\":{\"type\":\"string\",\"pattern\":\"^w[0-9]+$\"},"
            + "\"Wall\":{\"type\":\"object\",\"properties\":{\"id\":{\"$ref\":\"#/$defs/Id\"},"
            + "\"next\":{\"$ref\":\"#/$defs/Wall\"}},\"required\":[\"id\"],\"additionalProperties\":false}}");

    private final SchemaCompiler library = new SchemaCompiler(RegisteredSchemas.NONE, FormatMode.CHECKED);
    private final List<Json> handedOver = new ArrayList<>();

    private ValueRule piece(Json schema) {
        ValueRule compiled = library.piece(schema);
        return (value, work) -> {
            handedOver.add(value);
            return compiled.test(value, work);
        };
    }

    private Optional<SimpleSchemaValidator> shape(String schema) {
        return MemberValidators.shape(Json.parse(schema), this::piece);
    }

    private static Json record(Map<String, Json> members) {
        return Json.object().with("type", "object").with("properties", members).with("$defs", DEFINITIONS);
    }

    @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
    @Label("pieces and the rest together take a value exactly when the library does")
    void pieces_agreeWithTheLibrary(@ForAll("schemas") Json schema, @ForAll("values") Json value) {
        assertThat(library.againstMetaschema(schema)).isEmpty();
        SimpleSchemaValidator shape =
                MemberValidators.shape(schema, library::piece).orElseThrow();
        assertThat(shape.test(value, new ValidationWork()))
                .as("%s for %s", schema.text(), value.text())
                .isEqualTo(library.compile(schema, ValidationResult.OK)
                        .validate(value, new ValidationWork())
                        .isOk());
    }

    @Provide
    Arbitrary<Json> schemas() {
        Arbitrary<Json> member = Arbitraries.of(
                        "{\"type\":\"number\"}",
                        "{\"type\":\"string\"}",
                        "{\"anyOf\":[{\"type\":\"number\"},{\"type\":\"null\"}]}",
                        "{\"type\":\"string\",\"pattern\":\"^w\"}",
                        "{\"type\":\"string\",\"format\":\"date\"}",
                        "{\"$ref\":\"#/$defs/Id\"}",
                        "{\"$ref\":\"#/$defs/Wall\"}",
                        "{\"type\":\"array\",\"items\":{\"$ref\":\"#/$defs/Id\"},\"uniqueItems\":true}",
                        "{\"not\":{\"type\":\"string\"}}",
                        "{\"type\":\"object\",\"properties\":{\"a\":{\"$ref\":\"#/$defs/Wall\"},\"b\":{\"type\":\"number\"}}}")
                .map(Json::parse);
        return Combinators.combine(member, member, member)
                .as((a, b, c) -> record(Map.of("a", a, "b", b, "c", c)).with("required", List.of("a")));
    }

    @Provide
    Arbitrary<Json> values() {
        Arbitrary<Json> member = Arbitraries.of(
                        "1",
                        "null",
                        "\"w1\"",
                        "\"2026-11-21\"",
                        "{\"id\":\"w1\"}",
                        "{\"id\":\"w1\",\"next\":{\"id\":\"door\"}}",
                        "{\"a\":{\"id\":\"w1\",\"next\":{\"id\":\"w2\"}},\"b\":1}",
                        "[\"w1\",\"w2\"]",
                        "[\"w1\",\"w1\"]")
                .map(Json::parse);
        return Combinators.combine(member, member, member)
                .as((a, b, c) -> Json.object().with("a", a).with("b", b).with("c", c));
    }

    @Example
    void library_getsWhatIsNotPlain_andNothingElse() {
        SimpleSchemaValidator shape = shape(
                        "{\"type\":\"object\",\"properties\":{\"points\":{\"type\":\"array\",\"items\":"
                                + "{\"type\":\"number\"}},\"room\":{\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\","
                                + "\"pattern\":\"^R\"},\"width\":{\"type\":\"number\"}}}}}")
                .orElseThrow();
        assertThat(shape.test(
                        Json.parse("{\"points\":[1,2,3],\"room\":{\"name\":\"R1\",\"width\":5}}"),
                        new ValidationWork()))
                .isTrue();
        assertThat(handedOver).containsExactly(Json.of("R1"));
        assertThat(shape.test(Json.parse("{\"room\":{\"name\":\"Kitchen\"}}"), new ValidationWork()))
                .isFalse();
    }

    @Example
    void part_thatMeansSomethingElseAlone_leavesTheWholeToTheLibrary() {
        for (String schema : List.of(
                "{\"anyOf\":[true]}",
                "{\"properties\":{\"a\":{\"$ref\":\"#\"}}}",
                "{\"properties\":{\"a\":{\"$ref\":\"#/properties/b\"},\"b\":{\"pattern\":\"a\"}}}",
                "{\"properties\":{\"a\":{\"$id\":\"http://own/\",\"pattern\":\"a\"}}}",
                "{\"properties\":{\"a\":{\"$ref\":\"#here\"},\"b\":{\"$anchor\":\"here\",\"pattern\":\"a\"}}}",
                "{\"$schema\":\"http://json-schema.org/draft-07/schema#\",\"properties\":{\"a\":{\"pattern\":\"a\"}}}",
                "{\"additionalProperties\":{\"pattern\":\"a\"}}",
                "{\"properties\":{},\"patternProperties\":{\"a\":true}}")) {
            assertThat(shape(schema)).as(schema).isEmpty();
        }
    }

    @Example
    void pieces_areFew() {
        Json pattern = Json.object().with("pattern", "a");
        Json members = Json.object();
        for (int i = 0; i < 50; i++) {
            members = members.with("m" + i, pattern);
        }
        Json many = Json.object().with("properties", members);
        assertThat(MemberValidators.shape(many, this::piece)).isPresent();
        assertThat(MemberValidators.shape(many.with("properties", members.with("m50", pattern)), this::piece))
                .isEmpty();
    }
}
