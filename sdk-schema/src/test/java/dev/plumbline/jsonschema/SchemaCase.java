package dev.plumbline.jsonschema;

import dev.plumbline.json.Json;
import dev.plumbline.testkit.laws.AiArbitraries;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/**
 * A schema, what it shares, and values of it in two spellings: as the schema has them and as a model must write them that
 * may leave nothing out.
 *
 * @param schema itself
 * @param shared its definitions
 * @param instances values of it
 */
record SchemaCase(Json schema, Map<String, Json> shared, Arbitrary<Instance> instances) {

    /** A value of a schema, and the same with nulls for what is not there. */
    record Instance(Json value, Json strict) {

        static Instance same(Json value) {
            return new Instance(value, value);
        }
    }

    /** The whole schema. */
    Json document() {
        return shared.isEmpty() ? schema : schema.with("$defs", shared);
    }

    static Arbitrary<SchemaCase> shapes(int levels) {
        return levels == 0
                ? scalars()
                : Arbitraries.oneOf(List.of(
                        scalars(),
                        arrays(levels - 1),
                        tuples(levels - 1),
                        maps(levels - 1),
                        plainMaps(levels - 1),
                        records(levels - 1),
                        records(levels - 1),
                        choices(levels - 1),
                        referred(levels - 1),
                        referred(levels - 1)));
    }

    private static SchemaCase of(String schema, Arbitrary<Json> values) {
        return new SchemaCase(Json.parse(schema), Map.of(), values.map(Instance::same));
    }

    private static Arbitrary<SchemaCase> scalars() {
        return Arbitraries.of(
                of("{\"type\":\"string\"}", AiArbitraries.texts().map(Json::of)),
                of("{\"type\":\"number\"}", Arbitraries.of("1.50", "0", "-2e3").map(Json::parse)),
                of(
                        "{\"type\":[\"integer\",\"boolean\"]}",
                        Arbitraries.of("1", "true").map(Json::parse)),
                of(
                        "{\"enum\":[\"a\",1,{\"b\":null}]}",
                        Arbitraries.of("\"a\"", "1", "{\"b\":null}").map(Json::parse)),
                of("{\"const\":[null]}", Arbitraries.just(Json.parse("[null]"))));
    }

    /** A shape that takes null, too: what must be there then. */
    private static SchemaCase nullable(SchemaCase shape) {
        Json either = Json.object().with("anyOf", List.of(shape.schema, Json.parse("{\"type\":\"null\"}")));
        return new SchemaCase(
                either, shape.shared, shape.instances.injectNull(0.3).map(SchemaCase::orNull));
    }

    private static Instance orNull(Instance instance) {
        return instance == null ? Instance.same(Json.of(null)) : instance;
    }

    private static Arbitrary<SchemaCase> arrays(int levels) {
        return shapes(levels)
                .map(items -> new SchemaCase(
                        Json.parse("{\"type\":\"array\"}").with("items", items.schema),
                        items.shared,
                        items.instances.list().ofMaxSize(3).map(SchemaCase::list)));
    }

    private static Instance list(List<Instance> elements) {
        return new Instance(
                Json.of(elements.stream().map(Instance::value).toList()),
                Json.of(elements.stream().map(Instance::strict).toList()));
    }

    private static Arbitrary<SchemaCase> tuples(int levels) {
        return Combinators.combine(shapes(levels), shapes(levels))
                .as((first, rest) -> new SchemaCase(
                        Json.parse("{\"type\":\"array\",\"minItems\":1}")
                                .with("prefixItems", List.of(first.schema))
                                .with("items", rest.schema),
                        both(first.shared, rest.shared),
                        Combinators.combine(
                                        first.instances, rest.instances.list().ofMaxSize(2))
                                .as(SchemaCase::tuple)));
    }

    private static Instance tuple(Instance first, List<Instance> rest) {
        List<Instance> all = new ArrayList<>(rest);
        all.add(0, first);
        return list(all);
    }

    private static Arbitrary<SchemaCase> maps(int levels) {
        return Combinators.combine(shapes(levels), shapes(levels))
                .as((named, others) -> new SchemaCase(
                        Json.parse("{\"type\":\"object\"}")
                                .with("patternProperties", Map.of("^p_", named.schema))
                                .with("additionalProperties", others.schema),
                        both(named.shared, others.shared),
                        Combinators.combine(
                                        Arbitraries.maps(Arbitraries.of("p_1", "p_a"), named.instances)
                                                .ofMaxSize(2),
                                        Arbitraries.maps(Arbitraries.of("a/b", "~", "value"), others.instances)
                                                .ofMaxSize(2))
                                .as((one, two) -> object(both(one, two)))));
    }

    private static Arbitrary<SchemaCase> plainMaps(int levels) {
        return shapes(levels)
                .map(inside -> new SchemaCase(
                        Json.parse("{\"type\":\"object\"}").with("additionalProperties", inside.schema),
                        inside.shared,
                        Arbitraries.maps(Arbitraries.of("a/b", "key", "value"), inside.instances)
                                .ofMaxSize(2)
                                .map(SchemaCase::object)));
    }

    private static <T> Map<String, T> both(Map<String, T> one, Map<String, T> two) {
        Map<String, T> both = new LinkedHashMap<>(one);
        both.putAll(two);
        return both;
    }

    private static Instance object(Map<String, Instance> members) {
        Json value = Json.object();
        Json strict = Json.object();
        for (Map.Entry<String, Instance> member : members.entrySet()) {
            boolean there = member.getValue().value().exists();
            value = there ? value.with(member.getKey(), member.getValue().value()) : value;
            strict = strict.with(member.getKey(), member.getValue().strict());
        }
        return new Instance(value, strict);
    }

    private static final Instance NOTHING = new Instance(Json.object().get("nothing"), Json.of(null));

    private static Arbitrary<SchemaCase> records(int levels) {
        return Combinators.combine(shapes(levels), shapes(levels), shapes(levels), Arbitraries.of(true, false))
                .as((must, may, orNull, closed) -> record(must, may, nullable(orNull), closed));
    }

    private static SchemaCase record(SchemaCase must, SchemaCase may, SchemaCase orNull, boolean closed) {
        Json schema = Json.parse("{\"type\":\"object\"}")
                .with("properties", members(must.schema, may.schema, orNull.schema))
                .with("required", List.of("must", "or/null"));
        return new SchemaCase(
                closed ? schema.with("additionalProperties", false) : schema,
                both(both(must.shared, may.shared), orNull.shared),
                Combinators.combine(must.instances, may.instances.optional(0.5), orNull.instances)
                        .as((one, two, three) -> object(members(one, two.orElse(NOTHING), three))));
    }

    private static <T> Map<String, T> members(T must, T may, T orNull) {
        Map<String, T> members = new LinkedHashMap<>();
        members.put("may", may);
        members.put("must", must);
        members.put("or/null", orNull);
        return members;
    }

    /** Two records distinguished by a constant, as one schema. */
    private static Arbitrary<SchemaCase> choices(int levels) {
        return Combinators.combine(shapes(levels), shapes(levels), Arbitraries.of("anyOf", "oneOf"))
                .as((one, two, word) -> {
                    SchemaCase left = tagged("left", one, Json.of(true));
                    SchemaCase right = tagged("right", nullable(two), nullable(two).schema);
                    return new SchemaCase(
                            Json.object().with(word, List.of(left.schema, right.schema)),
                            both(left.shared, right.shared),
                            Arbitraries.oneOf(List.of(left.instances, right.instances)));
                });
    }

    /** A record with a constant and a note: the left one may be missing, the right one may be null. */
    private static SchemaCase tagged(String tag, SchemaCase content, Json other) {
        Json properties = Json.object()
                .with("kind", Json.object().with("const", tag))
                .with(tag, content.schema)
                .with("note", tag.equals("left") ? Json.parse("{\"type\":\"string\"}") : other);
        Json schema = Json.parse("{\"type\":\"object\"}")
                .with("properties", properties)
                .with("required", tag.equals("left") ? List.of("kind", tag) : List.of("kind", tag, "note"));
        Function<Instance, Instance> whole = inside -> {
            Map<String, Instance> members = new LinkedHashMap<>();
            members.put("kind", Instance.same(Json.of(tag)));
            members.put(tag, inside);
            members.put("note", tag.equals("left") ? NOTHING : inside);
            return object(members);
        };
        return new SchemaCase(schema, content.shared, content.instances.map(whole));
    }

    private static Arbitrary<SchemaCase> referred(int levels) {
        return Combinators.combine(shapes(levels), Arbitraries.of("#", "#/items", "#anchor"))
                .as((inside, way) -> {
                    String name = "d" + Integer.toHexString((way + inside.schema.text()).hashCode());
                    Json held = way.equals("#/items")
                            ? Json.object().with("items", inside.schema)
                            : way.equals("#anchor") ? inside.schema.with("$anchor", "a" + name) : inside.schema;
                    String ref = way.equals("#anchor") ? "#a" + name : "#/$defs/" + name + way.substring(1);
                    return new SchemaCase(
                            Json.object().with("$ref", ref), both(inside.shared, Map.of(name, held)), inside.instances);
                });
    }
}
