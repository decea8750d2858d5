package dev.plumbline.testkit.laws;

import dev.plumbline.json.Json;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** Generators of portable schemas and of values that satisfy or break them. */
final class SchemaArbitraries {
    private static final BigDecimal FAR = new BigDecimal("1e15");
    private static final Pattern WHOLE = Pattern.compile("0|[1-9][0-9]*");

    private SchemaArbitraries() {}

    /** Returns schemas of objects with a few members, nested up to two levels, as providers accept them. */
    static Arbitrary<Json> schemas() {
        return objects(1);
    }

    private static Arbitrary<Json> any(int depth) {
        Arbitrary<Json> leaves = Arbitraries.of(
                typed("string"),
                typed("string").with("enum", List.of("north", "south")),
                typed("string").with("minLength", 1).with("maxLength", 5),
                typed("integer"),
                typed("integer").with("minimum", 1).with("maximum", 9),
                typed("number").with("exclusiveMinimum", 0),
                typed("boolean"));
        return depth == 0
                ? leaves
                : Arbitraries.oneOf(
                        leaves,
                        leaves,
                        objects(depth - 1),
                        any(depth - 1)
                                .map(items ->
                                        typed("array").with("items", items).with("maxItems", 3)));
    }

    private static Arbitrary<Json> objects(int depth) {
        Arbitrary<Map<String, Json>> members = Arbitraries.maps(
                        Arbitraries.of("wall", "length", "label", "é"), any(depth))
                .ofMinSize(1)
                .ofMaxSize(3);
        return members.flatMap(properties -> Arbitraries.subsetOf(properties.keySet())
                .map(required -> typed("object")
                        .with("properties", properties)
                        .with("required", List.copyOf(required))
                        .with("additionalProperties", false)));
    }

    private static Json typed(String type) {
        return Json.object().with("type", type);
    }

    /** Returns values that satisfy the schema. */
    static Arbitrary<Json> instances(Json schema) {
        if (schema.get("enum").exists()) {
            return Arbitraries.of(schema.get("enum").elements());
        }
        if (schema.get("const").exists()) {
            return Arbitraries.just(schema.get("const"));
        }
        Json choices = schema.get("anyOf").exists() ? schema.get("anyOf") : schema.get("oneOf");
        if (choices.exists()) {
            return Arbitraries.of(choices.elements()).flatMap(SchemaArbitraries::instances);
        }
        return switch (type(schema)) {
            case "object" -> objectsOf(schema);
            case "array" ->
                instances(schema.get("items"))
                        .list()
                        .ofMinSize(whole(schema, "minItems", 0))
                        .ofMaxSize(whole(schema, "maxItems", whole(schema, "minItems", 0) + 3))
                        .map(Json::of);
            case "string" -> strings(schema).map(Json::of);
            case "integer" -> integers(schema).map(Json::of);
            case "number" -> numbers(schema, new BigDecimal("0.001")).map(Json::of);
            case "boolean" -> Arbitraries.of(Json.of(false), Json.of(true));
            case "null" -> Arbitraries.just(Json.of(null));
            default -> JsonArbitraries.json(1);
        };
    }

    /** Returns the first type that is not null, because optional members of strict schemas also allow null. */
    private static String type(Json schema) {
        Json type = schema.get("type");
        if (type.kind() == Json.Kind.ARRAY) {
            return type.elements().stream()
                    .map(Json::asText)
                    .filter(name -> !name.equals("null"))
                    .findFirst()
                    .orElse("null");
        }
        return type.exists() ? type.asText() : schema.get("properties").exists() ? "object" : "";
    }

    private static Arbitrary<Json> objectsOf(Json schema) {
        Set<String> required = new HashSet<>();
        elements(schema, "required").forEach(name -> required.add(name.asText()));
        List<Arbitrary<Json>> members = new ArrayList<>();
        fields(schema, "properties").forEach((name, of) -> {
            Arbitrary<Json> present = instances(of).map(value -> Json.object().with(name, value));
            members.add(
                    required.contains(name) ? present : Arbitraries.oneOf(Arbitraries.just(Json.object()), present));
        });
        return members.isEmpty()
                ? Arbitraries.just(Json.object())
                : Combinators.combine(members).as(SchemaArbitraries::joined);
    }

    static List<Json> elements(Json schema, String word) {
        return schema.get(word).exists() ? schema.get(word).elements() : List.of();
    }

    static Map<String, Json> fields(Json schema, String word) {
        return schema.get(word).exists() ? schema.get(word).fields() : Map.of();
    }

    private static Json joined(List<Json> members) {
        Json whole = Json.object();
        for (Json member : members) {
            for (Map.Entry<String, Json> each : member.fields().entrySet()) {
                whole = whole.with(each.getKey(), each.getValue());
            }
        }
        return whole;
    }

    /** Returns an object with members of one value and of an example, whose words are spelled in several ways, as bits say. */
    static Json mixed(Json any, Json example, int bits) {
        Json mixed = any;
        int left = bits;
        for (Map.Entry<String, Json> member : example.fields().entrySet()) {
            if ((left & 3) > 0) {
                mixed = mixed.with(member.getKey(), respelled(member.getValue(), left >> 2 & 3));
            }
            left = Integer.rotateRight(left, 4);
        }
        return mixed;
    }

    private static Json respelled(Json value, int spelling) {
        if (value.kind() != Json.Kind.STRING) {
            return value;
        }
        String text = value.asText();
        return Json.of(
                switch (spelling) {
                    case 0 -> text.toUpperCase(Locale.ROOT);
                    case 1 -> text.toLowerCase(Locale.ROOT);
                    default -> text;
                });
    }

    /**
     * Returns objects with the same letters and digits in the same order, of which one more or one less belongs to a member: 1
     * and 12 of 11 and 2. What joins the values of a key takes them for equal.
     */
    static List<Json> regrouped(Json object) {
        List<Json> regrouped = new ArrayList<>();
        List<String> names = List.copyOf(object.fields().keySet());
        for (int i = 1; i < names.size(); i++) {
            String left = names.get(i - 1);
            String right = names.get(i);
            String first = written(object.get(left));
            String all = first + written(object.get(right));
            for (int by = -1; by <= 1; by += 2) {
                int length = first.codePointCount(0, first.length()) + by;
                if (length >= 0 && length <= all.codePointCount(0, all.length())) {
                    int cut = all.offsetByCodePoints(0, length);
                    Optional<Json> less =
                            read(all.substring(0, cut), object.get(left).kind());
                    Optional<Json> more =
                            read(all.substring(cut), object.get(right).kind());
                    if (less.isPresent() && more.isPresent()) {
                        regrouped.add(object.with(left, less.get()).with(right, more.get()));
                    }
                }
            }
        }
        return regrouped;
    }

    private static String written(Json value) {
        return value.kind() == Json.Kind.STRING ? value.asText() : value.text();
    }

    /** Returns a text or a whole number that is written so. */
    private static Optional<Json> read(String written, Json.Kind kind) {
        return kind == Json.Kind.STRING
                ? Optional.of(Json.of(written))
                : Optional.of(written).filter(WHOLE.asMatchPredicate()).map(Json::parse);
    }

    private static Arbitrary<String> strings(Json schema) {
        int least = whole(schema, "minLength", 0);
        int most = whole(schema, "maxLength", Math.max(20, least));
        return least == 0 && most >= 20
                ? JsonArbitraries.texts().filter(text -> text.codePointCount(0, text.length()) <= most)
                : Arbitraries.strings()
                        .alpha()
                        .numeric()
                        .withChars(' ')
                        .ofMinLength(least)
                        .ofMaxLength(most);
    }

    private static Arbitrary<BigDecimal> integers(Json schema) {
        return numbers(schema, BigDecimal.ONE);
    }

    /** Returns numbers within the bounds, often the bounds themselves. */
    private static Arbitrary<BigDecimal> numbers(Json schema, BigDecimal step) {
        BigDecimal least = bound(schema, "inimum", step).orElse(FAR.negate());
        BigDecimal most = bound(schema, "aximum", step.negate()).orElse(FAR);
        return Arbitraries.frequencyOf(
                Tuple.of(4, Arbitraries.bigDecimals().between(least, most).ofScale(step.scale())),
                Tuple.of(1, Arbitraries.of(least, most)));
    }

    private static Optional<BigDecimal> bound(Json schema, String word, BigDecimal step) {
        Json inclusive = schema.get("m" + word);
        Json exclusive = schema.get("exclusiveM" + word);
        return inclusive.exists()
                ? Optional.of(inclusive.asDecimal())
                : Optional.of(exclusive)
                        .filter(Json::exists)
                        .map(bound -> bound.asDecimal().add(step));
    }

    private static int whole(Json schema, String word, int otherwise) {
        return schema.get(word).exists() ? schema.get(word).asInt() : otherwise;
    }
}
