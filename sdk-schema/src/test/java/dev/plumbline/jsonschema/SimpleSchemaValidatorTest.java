package dev.plumbline.jsonschema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.json.Json;
import dev.plumbline.jsonschema.JsonSchemas.FormatMode;
import dev.plumbline.schema.ValidationResult;
import dev.plumbline.testkit.laws.AiArbitraries;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.Tuple;
import net.jqwik.api.Tuple.Tuple2;

/** The own check of plain schemas beside the library. */
class SimpleSchemaValidatorTest {
    private final SchemaCompiler library = new SchemaCompiler(RegisteredSchemas.NONE, FormatMode.CHECKED);

    private boolean libraryTakes(Json schema, Json value) {
        assertThat(library.againstMetaschema(schema)).isEmpty();
        return library.compile(schema, ValidationResult.OK)
                .validate(value, new ValidationWork())
                .isOk();
    }

    @Property(tries = 1_000, edgeCases = EdgeCasesMode.NONE)
    @Tag("SH71")
    @Label("a plain shape takes a value exactly when the library does")
    void plainShape_agreesWithTheLibrary(@ForAll("pairs") Tuple2<Json, Json> pair) {
        SimpleSchemaValidator shape = SimpleKeywordRules.shape(pair.get1()).orElseThrow();
        assertThat(shape.test(pair.get2(), new ValidationWork()))
                .as("%s for %s", pair.get1().text(), pair.get2().text())
                .isEqualTo(libraryTakes(pair.get1(), pair.get2()));
    }

    @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
    @Label("what is not sound is not plain")
    void brokenSchemas_areLeftToTheLibrary(@ForAll("broken") Json schema, @ForAll("anything") Json value) {
        SimpleKeywordRules.shape(schema)
                .ifPresent(shape -> assertThat(shape.test(value, new ValidationWork()))
                        .as("%s for %s", schema.text(), value.text())
                        .isEqualTo(libraryTakes(schema, value)));
    }

    @Example
    void othersKeywords_areLeftToTheLibrary() {
        for (String keyword : List.of(
                "\"pattern\":\"a\"",
                "\"format\":\"date\"",
                "\"$ref\":\"#\"",
                "\"anyOf\":[true]",
                "\"uniqueItems\":true",
                "\"items\":[true]",
                "\"minLength\":1.0",
                "\"type\":[\"string\",\"string\"]",
                "\"required\":[\"a\",\"a\"]",
                "\"properties\":{\"a\":1}",
                "\"properties\":{\"a\":{\"$schema\":\"http://json-schema.org/draft-07/schema\"}}",
                "\"description\":1",
                "\"x-own\":1")) {
            assertThat(SimpleKeywordRules.shape(Json.parse("{" + keyword + "}")))
                    .as(keyword)
                    .isEmpty();
        }
    }

    @Example
    @Tag("SH71")
    void plainSchema_asksTheLibraryOnlyAboutMisfits() {
        AtomicInteger compiled = new AtomicInteger();
        Lazy<CheckedSchema> counted = new Lazy<>(() -> {
            compiled.incrementAndGet();
            return CheckedSchema.refused(ValidationResult.OK);
        });
        SimpleSchemaValidator shape = SimpleKeywordRules.shape(
                        Json.parse("{\"type\":\"array\",\"items\":{\"type\":\"number\"}}"))
                .orElseThrow();
        SchemaChecker.Plain plain = new SchemaChecker.Plain(ValidationResult.OK, shape, counted);
        assertThat(plain.validate(Json.parse("[1,2.5]"), new ValidationWork())).isSameAs(ValidationResult.OK);
        assertThat(compiled).hasValue(0);
    }

    @Provide
    Arbitrary<Json> anything() {
        return AiArbitraries.json();
    }

    @Provide
    Arbitrary<Json> broken() {
        return Combinators.combine(
                        schemas(1).filter(schema -> schema.kind() == Json.Kind.OBJECT),
                        Arbitraries.of(
                                "type",
                                "enum",
                                "items",
                                "minimum",
                                "minLength",
                                "required",
                                "properties",
                                "additionalProperties",
                                "title",
                                "examples",
                                "deprecated"),
                        AiArbitraries.json())
                .as((schema, keyword, value) -> schema.with(keyword, value))
                .filter(schema -> sound(schema));
    }

    private boolean sound(Json schema) {
        return library.againstMetaschema(schema).isEmpty();
    }

    @Provide
    Arbitrary<Tuple2<Json, Json>> pairs() {
        return schemas(2)
                .flatMap(schema -> Arbitraries.oneOf(List.of(near(schema), near(schema), AiArbitraries.json()))
                        .map(value -> Tuple.of(schema, value)));
    }

    private static Arbitrary<Json> schemas(int levels) {
        Arbitrary<Json> scalar = Arbitraries.oneOf(List.of(
                numbers(),
                texts(),
                Arbitraries.of("boolean", "null").map(type -> Json.object().with("type", type)),
                Arbitraries.of("[\"string\",\"null\"]", "[\"integer\",\"boolean\"]", "[\"number\",\"integer\"]")
                        .map(types -> Json.object().with("type", Json.parse(types))),
                scalars()
                        .list()
                        .ofMinSize(1)
                        .ofMaxSize(3)
                        .map(values -> Json.object().with("enum", values)),
                scalars().map(value -> Json.object().with("const", value)),
                Arbitraries.of(Json.object(), Json.of(true), Json.of(false))));
        return levels == 0
                ? scalar
                : Arbitraries.oneOf(List.of(scalar, arrays(levels - 1), records(levels - 1), records(levels - 1)));
    }

    private static Arbitrary<Json> scalars() {
        return Arbitraries.of("\"a\"", "\"\"", "1", "1.0", "-0", "2e0", "true", "null", "0.5")
                .map(Json::parse);
    }

    private static Arbitrary<Json> numbers() {
        Arbitrary<Json> bounds = Arbitraries.of("0", "-1.5", "3", "1e2", "9007199254740993", "1e400")
                .map(Json::parse);
        return Combinators.combine(
                        Arbitraries.of("integer", "number"),
                        Arbitraries.of("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"),
                        bounds,
                        Arbitraries.of(true, false))
                .as((type, keyword, bound, typed) ->
                        (typed ? Json.object().with("type", type) : Json.object()).with(keyword, bound));
    }

    private static Arbitrary<Json> texts() {
        return Combinators.combine(
                        Arbitraries.of("minLength", "maxLength"),
                        Arbitraries.integers().between(0, 3))
                .as((keyword, count) -> Json.object()
                        .with("type", "string")
                        .with(keyword, count)
                        .with("title", "A text."));
    }

    private static Arbitrary<Json> arrays(int levels) {
        return Combinators.combine(
                        schemas(levels),
                        Arbitraries.of("minItems", "maxItems"),
                        Arbitraries.integers().between(0, 2))
                .as((items, keyword, count) ->
                        Json.object().with("type", "array").with("items", items).with(keyword, count));
    }

    private static Arbitrary<Json> records(int levels) {
        Arbitrary<Map<String, Json>> members =
                Arbitraries.maps(names(), schemas(levels)).ofMaxSize(3);
        Arbitrary<Json> others = Arbitraries.oneOf(List.of(schemas(0), Arbitraries.just(Json.of(false))));
        return Combinators.combine(members, names().set().ofMaxSize(2), others.optional(0.6))
                .as((properties, required, rest) -> {
                    Json record = Json.object()
                            .with("type", "object")
                            .with("properties", properties)
                            .with("required", required);
                    return rest.isPresent() ? record.with("additionalProperties", rest.get()) : record;
                });
    }

    private static Arbitrary<String> names() {
        return Arbitraries.of("a", "b", "c d", "");
    }

    /** Values of which many fit. */
    private static Arbitrary<Json> near(Json schema) {
        if (schema.get("properties").exists()) {
            List<Arbitrary<Optional<Json>>> members = new ArrayList<>();
            List<String> names = List.of("a", "b", "c d", "");
            names.forEach(
                    name -> members.add(near(schema.get("properties").get(name)).optional(0.7)));
            return Combinators.combine(members).as(values -> record(names, values));
        }
        if (schema.get("items").exists()) {
            return near(schema.get("items")).list().ofMaxSize(3).map(Json::of);
        }
        if (schema.get("enum").exists()) {
            return Arbitraries.oneOf(List.of(Arbitraries.of(schema.get("enum").elements()), scalars()));
        }
        Json type = schema.get("type");
        boolean number = type.equals(Json.of("integer")) || type.equals(Json.of("number"));
        Arbitrary<Json> of = number
                ? Arbitraries.of(
                                "0",
                                "-0",
                                "3",
                                "3.0",
                                "4.5",
                                "1e2",
                                "100",
                                "9007199254740992",
                                "9007199254740993.0",
                                "1e400",
                                "11e399",
                                "-1.5")
                        .map(Json::parse)
                : AiArbitraries.texts().map(Json::of);
        return Arbitraries.oneOf(List.of(of, of, scalars()));
    }

    private static Json record(List<String> names, List<Optional<Json>> values) {
        Json record = Json.object();
        for (int i = 0; i < names.size(); i++) {
            record = values.get(i).isPresent()
                    ? record.with(names.get(i), values.get(i).get())
                    : record;
        }
        return record;
    }
}
