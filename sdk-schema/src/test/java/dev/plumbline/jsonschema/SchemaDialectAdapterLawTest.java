package dev.plumbline.jsonschema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.json.Json;
import dev.plumbline.jsonschema.JsonSchemas.FormatMode;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.schema.JsonSchemaService.SchemaDialect;
import dev.plumbline.testkit.laws.AiArbitraries;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
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

/** What is wrapped and unwrapped is what it was, and means what it meant. */
class SchemaDialectAdapterLawTest {
    private static final SchemaDialect BOXED = new SchemaDialect("boxed", true, false, Set.of());
    private static final SchemaDialect STRICT = new SchemaDialect("strict", true, true, Set.of());
    private static final SchemaDialect POOR = new SchemaDialect(
            "poor",
            true,
            true,
            Set.of("oneOf", "allOf", "patternProperties", "prefixItems", "$anchor", "$id", "const"));
    private static final SchemaDialect PAIRED = new SchemaDialect("paired", true, true, true, Set.of("oneOf"));
    private static final String HOME = "https://plumbline.test/root";

    private final JsonSchemaService schemas = JsonSchemas.service();

    private static Json boxed(Json schema, Json value) {
        return RootObjectWrapper.isPlainObject(schema) ? value : Json.object().with("value", value);
    }

    @Property(tries = 600, edgeCases = EdgeCasesMode.NONE)
    @Tag("SH62")
    @Label("Wrap: a boxed schema takes what the schema takes, whatever its root and wherever its references lead")
    void boxedSchema_meansTheSame(@ForAll("referring") Json schema, @ForAll("values") Json value) {
        Assume.that(schemas.check(schema).isOk());
        Json wrapped = schemas.wrap(schema, BOXED);
        assertThat(schemas.check(wrapped).findings()).as(wrapped.text()).isEmpty();
        assertThat(schemas.validate(wrapped, boxed(schema, value)).isOk())
                .as("%s for %s, once %s", wrapped.text(), value.text(), schema.text())
                .isEqualTo(schemas.validate(schema, value).isOk());
    }

    @Property(tries = 600, edgeCases = EdgeCasesMode.NONE)
    @Tag("SH62")
    @Label("Wrap: whatever is in the box comes out as it was")
    void boxedValue_comesBack(@ForAll("referring") Json schema, @ForAll("anything") Json value) {
        assertThat(schemas.unwrap(boxed(schema, value), schema, BOXED).text()).isEqualTo(value.text());
        assertThat(schemas.unwrap(value, schema, SchemaDialect.PLAIN)).isSameAs(value);
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    @Tag("SH62")
    @Tag("SH72")
    @Label("Wrap: a value written with nulls for what is not there fits the wrapped schema and comes back as it was")
    void strictValue_comesBack(@ForAll("instances") Tuple2<Json, SchemaCase.Instance> any) {
        Json schema = any.get1();
        Json answer = boxed(schema, any.get2().strict());
        assertThat(schemas.validate(schema, any.get2().value()).findings()).isEmpty();
        for (SchemaDialect dialect : List.of(STRICT, POOR)) {
            Json wrapped = schemas.wrap(schema, dialect);
            assertThat(schemas.check(wrapped).isOk()).as(wrapped.text()).isTrue();
            assertThat(schemas.validate(wrapped, answer).findings())
                    .as("%s for %s, once %s", wrapped.text(), answer.text(), schema.text())
                    .isEmpty();
            assertThat(schemas.unwrap(answer, schema, dialect).text())
                    .as("%s by %s", answer.text(), schema.text())
                    .isEqualTo(any.get2().value().text());
        }
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    @Label(
            "W30 Wrap: a value whose maps are written as lists of pairs fits the wrapped schema and comes back as it was")
    void w30_pairedValue_comesBack(@ForAll("instances") Tuple2<Json, SchemaCase.Instance> any) {
        Json schema = any.get1();
        Json value = any.get2().value();
        Json wrapped = schemas.wrap(schema, PAIRED);
        assertThat(schemas.check(wrapped).isOk()).as(wrapped.text()).isTrue();
        boolean rootIsMap = MapsAsPairs.isMap(schema) && RootObjectWrapper.isPlainObject(schema);
        Json strict = any.get2().strict();
        Json answer =
                written(rootIsMap ? Json.object().with("value", strict) : boxed(schema, strict), wrapped, wrapped);
        assertThat(schemas.validate(wrapped, answer).findings())
                .as("%s for %s, once %s", wrapped.text(), answer.text(), schema.text())
                .isEmpty();
        assertThat(schemas.unwrap(answer, schema, PAIRED).text())
                .as("%s by %s", answer.text(), schema.text())
                .isEqualTo(value.text());
    }

    /** Writes objects as lists of pairs where a wrapped schema wants such a list; the first branch that fits counts. */
    private Json written(Json value, Json schema, Json root) {
        if (schema.kind() != Json.Kind.OBJECT) {
            return value;
        }
        String ref = schema.get("$ref").findText().orElse("");
        if (!ref.isEmpty()) {
            return written(value, root.at(URLDecoder.decode(ref.substring(1), StandardCharsets.UTF_8)), root);
        }
        if (schema.get("anyOf").kind() == Json.Kind.ARRAY) {
            return schema.get("anyOf").elements().stream()
                    .map(branch -> Tuple.of(branch, written(value, branch, root)))
                    .filter(each -> fits(each.get1(), each.get2(), root))
                    .map(Tuple2::get2)
                    .findFirst()
                    .orElse(value);
        }
        Json key = schema.at("/items/properties/key");
        if (value.kind() == Json.Kind.OBJECT && key.exists() && isList(schema.get("type"))) {
            List<Json> pairs = new ArrayList<>();
            value.fields()
                    .forEach((name, member) -> pairs.add(Json.object()
                            .with("key", name)
                            .with("value", written(member, schema.at("/items/properties/value"), root))));
            return Json.of(pairs);
        }
        if (value.kind() == Json.Kind.OBJECT) {
            Json changed = value;
            for (Map.Entry<String, Json> member : value.fields().entrySet()) {
                changed = changed.with(member.getKey(), written(member.getValue(), of(schema, member.getKey()), root));
            }
            return changed;
        }
        if (value.kind() == Json.Kind.ARRAY) {
            List<Json> elements = new ArrayList<>();
            for (Json element : value.elements()) {
                Json first = schema.at("/prefixItems/" + elements.size());
                elements.add(written(element, first.exists() ? first : schema.get("items"), root));
            }
            return Json.of(elements);
        }
        return value;
    }

    private static Json of(Json schema, String name) {
        Json named = schema.get("properties").kind() == Json.Kind.OBJECT
                ? schema.get("properties").get(name)
                : schema.get("properties");
        Json patterned = schema.get("patternProperties").kind() == Json.Kind.OBJECT && name.startsWith("p_")
                ? schema.get("patternProperties").get("^p_")
                : named;
        return named.exists() ? named : patterned.exists() ? patterned : schema.get("additionalProperties");
    }

    private static boolean isList(Json type) {
        return type.equals(Json.of("array"))
                || (type.kind() == Json.Kind.ARRAY && type.elements().contains(Json.of("array")));
    }

    private boolean fits(Json branch, Json value, Json root) {
        Json defs = root.get("$defs");
        Json whole = defs.exists() ? branch.with("$defs", defs) : branch;
        return schemas.validate(whole, value).isOk();
    }

    @Example
    void w30_map_isAListOfPairs_andBack() {
        Json schema = Json.parse("{\"type\":\"object\",\"properties\":{\"counts\":{\"type\":\"object\","
                + "\"additionalProperties\":{\"type\":\"object\",\"additionalProperties\":{\"type\":\"integer\"}}}},"
                + "\"required\":[\"counts\"],\"additionalProperties\":false}");
        Json wrapped = schemas.wrap(schema, PAIRED);
        assertThat(wrapped.at("/properties/counts/items/properties/value/items/required")
                        .text())
                .isEqualTo("[\"key\",\"value\"]");
        Json answer = Json.parse("{\"counts\":[{\"key\":\"a\",\"value\":[{\"key\":\"b\",\"value\":1}]}]}");
        assertThat(schemas.unwrap(answer, schema, PAIRED).text()).isEqualTo("{\"counts\":{\"a\":{\"b\":1}}}");
        Json twice = Json.parse("{\"counts\":[{\"key\":\"a\",\"value\":[]},{\"key\":\"a\",\"value\":[]}]}");
        assertThat(schemas.validate(schema, schemas.unwrap(twice, schema, PAIRED))
                        .isOk())
                .isFalse();
        Json map = Json.parse("{\"type\":\"object\",\"additionalProperties\":{\"type\":\"string\"}}");
        assertThat(schemas.unwrap(Json.parse("{\"value\":[{\"key\":\"a\",\"value\":\"b\"}]}"), map, PAIRED)
                        .text())
                .isEqualTo("{\"a\":\"b\"}");
    }

    @Example
    void w30_map_staysWhereAListCouldBeMeant() {
        Json map = Json.parse("{\"type\":\"object\",\"additionalProperties\":{\"type\":\"string\"}}");
        Json list = Json.parse("{\"type\":\"array\",\"items\":{\"$ref\":\"#/$defs/any\"}}");
        Json either = Json.parse("{\"type\":\"object\",\"properties\":{},\"$defs\":{\"any\":{}}}")
                .with("properties", Map.of("v", Json.object().with("anyOf", List.of(map, list))));
        assertThat(schemas.wrap(either, PAIRED).text()).contains("additionalProperties");
        Json all = either.with("properties", Map.of("v", Json.object().with("allOf", List.of(map))));
        assertThat(schemas.wrap(all, PAIRED).text()).contains("additionalProperties");
    }

    @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
    @Label("Wrap: an answer that is nothing of the kind is left to validation")
    void anyAnswer_isUnwrapped(@ForAll("referring") Json schema, @ForAll("anything") Json answer) {
        assertThat(schemas.unwrap(answer, schema, STRICT).exists()).isTrue();
        assertThat(schemas.unwrap(answer, schema, PAIRED).exists()).isTrue();
    }

    @Example
    void rootThatRefersToItselfById_moves() {
        Json list = Json.parse("{\"type\":\"array\"}")
                .with("$id", HOME)
                .with("items", Json.object().with("$ref", HOME));
        Json wrapped = schemas.wrap(list, BOXED);
        assertThat(schemas.validate(wrapped, Json.parse("{\"value\":[[],[[]]]}"))
                        .findings())
                .isEmpty();
        assertThat(schemas.validate(wrapped, Json.parse("{\"value\":[1]}")).isOk())
                .isFalse();
    }

    @Example
    @Tag("SH69")
    void registeredSchemas_goAlong() {
        Json room = Json.parse(
                "{\"type\":\"object\",\"properties\":{\"next\":{\"$ref\":\"#\"},\"size\":{\"$ref\":\"#/$defs/size\"}},"
                        + "\"additionalProperties\":false,\"$defs\":{\"size\":{\"type\":\"number\"}}}");
        JsonSchemaService knowing = JsonSchemas.service(Map.of(HOME, room), FormatMode.CHECKED);
        Json wrapped = knowing.wrap(Json.object().with("$ref", HOME), BOXED);
        assertThat(schemas.check(wrapped).findings()).isEmpty();
        assertThat(schemas.validate(wrapped, Json.parse("{\"value\":{\"next\":{\"size\":1}}}"))
                        .isOk())
                .isTrue();
        assertThat(schemas.validate(wrapped, Json.parse("{\"value\":{\"next\":{\"size\":\"1\"}}}"))
                        .isOk())
                .isFalse();
    }

    @Provide
    Arbitrary<Json> anything() {
        return AiArbitraries.json();
    }

    @Provide
    Arbitrary<Tuple2<Json, SchemaCase.Instance>> instances() {
        return SchemaCase.shapes(3).flatMap(shape -> shape.instances().map(one -> Tuple.of(shape.document(), one)));
    }

    @Provide
    Arbitrary<Json> values() {
        return values(3);
    }

    private static Arbitrary<Json> values(int levels) {
        Arbitrary<Json> scalar =
                Arbitraries.of("null", "true", "1", "\"a\"", "\"b\"").map(Json::parse);
        if (levels == 0) {
            return scalar;
        }
        Arbitrary<Json> inner = values(levels - 1);
        return Arbitraries.oneOf(List.of(
                scalar,
                inner.list().ofMaxSize(2).map(Json::of),
                Arbitraries.maps(Arbitraries.of("p", "value", "a/b"), inner)
                        .ofMaxSize(2)
                        .map(Json::of)));
    }

    /** Schemas with every kind of root, referring to all over themselves. */
    @Provide
    Arbitrary<Json> referring() {
        Arbitrary<Json> part = parts(2);
        Arbitrary<Json> root = Arbitraries.oneOf(List.of(part, roots()));
        Arbitrary<Boolean> either = Arbitraries.of(true, false);
        return Combinators.combine(root, part, part, either, either).as((of, a, b, home, bare) -> {
            if (of.kind() != Json.Kind.OBJECT) {
                return of;
            }
            Json shared = Json.object()
                    .with("a", a)
                    .with("c/d e", b)
                    .with("list", Json.object().with("items", b))
                    .with("anchored", Json.object().with("$anchor", "anchor").with("not", a))
                    .with(
                            "embedded",
                            Json.parse(
                                    "{\"$id\":\"item.json\",\"items\":{\"$ref\":\"#/$defs/i\"},\"$defs\":{\"i\":{\"type\":\"string\"}}}"));
            Json named = home ? of.with("$id", HOME) : of;
            return bare ? named : named.with("$defs", shared);
        });
    }

    private static Arbitrary<Json> roots() {
        return Combinators.combine(
                        parts(1), parts(1), Arbitraries.of("anyOf", "oneOf", "allOf", "list", "record", "if"))
                .as((one, two, word) -> switch (word) {
                    case "list" ->
                        Json.parse("{\"type\":\"array\"}").with("items", one).with("$anchor", "top");
                    case "record" ->
                        Json.parse("{\"type\":\"object\"}")
                                .with("properties", Map.of("p", one))
                                .with("additionalProperties", two);
                    case "if" ->
                        Json.object()
                                .with("if", one)
                                .with("then", two)
                                .with("else", Json.parse("{\"$ref\":\"#/then\"}"));
                    default -> Json.object().with(word, List.of(one, two));
                });
    }

    private static Arbitrary<Json> parts(int levels) {
        Arbitrary<Json> leaf = Arbitraries.oneOf(List.of(
                Arbitraries.of("string", "integer", "null", "object", "array")
                        .map(type -> Json.object().with("type", type)),
                Arbitraries.of("[\"string\",\"null\"]", "[\"array\",\"object\"]")
                        .map(type -> Json.object().with("type", Json.parse(type))),
                Arbitraries.of("{\"enum\":[\"a\",1]}", "{\"const\":{\"$ref\":\"#\"}}", "{}", "true", "false")
                        .map(Json::parse),
                references(),
                references()));
        if (levels == 0) {
            return leaf;
        }
        Arbitrary<Json> inner = parts(levels - 1);
        return Arbitraries.oneOf(List.of(
                leaf,
                inner.map(items -> Json.object().with("items", items)),
                inner.map(member -> Json.object().with("properties", Map.of("p", member))),
                inner.list().ofSize(2).map(both -> Json.object().with("anyOf", both)),
                inner.map(not -> Json.object().with("not", not))));
    }

    private static Arbitrary<Json> references() {
        return Arbitraries.of(
                        "#",
                        "#/$defs/a",
                        "#/%24defs/a",
                        "#/$defs/c~1d%20e",
                        "#/$defs/list/items",
                        "#/items",
                        "#/properties/p",
                        "#/anyOf/0",
                        "#/oneOf/1",
                        "#anchor",
                        "#top",
                        "item.json",
                        "item.json#/$defs/i",
                        HOME,
                        HOME + "#/$defs/a",
                        HOME + "#/items")
                .map(ref -> Json.object().with("$ref", ref));
    }
}
