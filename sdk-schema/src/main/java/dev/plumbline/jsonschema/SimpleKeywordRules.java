package dev.plumbline.jsonschema;

import dev.plumbline.json.Json;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;

/**
 * Creates validators for simple schemas, with a rule for each keyword. Keywords whose meaning a draft leaves open are
 * left to the library.
 */
final class SimpleKeywordRules {
    private static final Set<String> TEXTS = Set.of("title", "description", "$comment");
    private static final Set<String> FLAGS = Set.of("deprecated", "readOnly", "writeOnly");
    private static final Set<String> OF_RECORDS = Set.of("properties", "required", "additionalProperties");
    private static final Json ANY = Json.of(true);
    private static final Json NONE = Json.of(false);

    private SimpleKeywordRules() {}

    /** Returns the validator of a schema that the guard accepted; empty if a keyword is not simple. */
    static Optional<SimpleSchemaValidator> shape(Json schema) {
        return shape(
                schema.get("$schema").exists() ? schema.without("$schema") : schema,
                SimpleSchemaValidator.MemberFallback.NONE);
    }

    /** Returns the validator of a subschema; the fallback validates members that are not simple. */
    static Optional<SimpleSchemaValidator> shape(Json schema, SimpleSchemaValidator.MemberFallback rest) {
        if (schema.kind() == Json.Kind.BOOLEAN) {
            boolean any = schema.asBoolean();
            return Optional.of(new SimpleSchemaValidator(List.of((value, work) -> any)));
        }
        return rules(schema, rest).map(SimpleSchemaValidator::new);
    }

    /**
     * Returns the rules of a schema, cheap ones first; empty if a keyword is not simple. Elements of arrays must be
     * simple.
     */
    private static Optional<List<ValueRule>> rules(Json schema, SimpleSchemaValidator.MemberFallback rest) {
        List<ValueRule> rules = new ArrayList<>();
        for (Map.Entry<String, Json> keyword : schema.fields().entrySet()) {
            if (!OF_RECORDS.contains(keyword.getKey()) && !onlyDescribes(keyword.getKey(), keyword.getValue())) {
                Optional<ValueRule> rule = rule(keyword.getKey(), keyword.getValue());
                if (rule.isEmpty()) {
                    return Optional.empty();
                }
                rules.add(rule.get());
            }
        }
        for (String keyword : OF_RECORDS) {
            if (schema.get(keyword).exists()) {
                Optional<ValueRule> members = members(schema, rest);
                members.ifPresent(rules::add);
                return members.isEmpty() ? Optional.empty() : Optional.of(List.copyOf(rules));
            }
        }
        return Optional.of(List.copyOf(rules));
    }

    /** Returns the rule of a schema with members; empty if one is not simple and the fallback does not support it. */
    private static Optional<ValueRule> members(Json schema, SimpleSchemaValidator.MemberFallback rest) {
        Json open = schema.get("additionalProperties").exists() ? schema.get("additionalProperties") : ANY;
        Optional<SimpleSchemaValidator> others = SchemaKeywords.isSchema(open)
                ? shape(open, SimpleSchemaValidator.MemberFallback.NONE)
                : Optional.empty();
        Optional<Map<String, ValueRule>> members = named(schema.get("properties"), rest);
        Optional<List<String>> required = required(schema.get("required"));
        if (others.isEmpty() || members.isEmpty() || required.isEmpty()) {
            return Optional.empty();
        }
        Optional<SimpleSchemaValidator> asked = others.filter(shape -> !open.equals(ANY) && !open.equals(NONE));
        return Optional.of(new SimpleObjectValidator(members.get(), required.get(), asked, open.equals(NONE)));
    }

    private static Optional<Map<String, ValueRule>> named(Json properties, SimpleSchemaValidator.MemberFallback rest) {
        Map<String, ValueRule> members = new LinkedHashMap<>();
        if (properties.exists() && properties.kind() != Json.Kind.OBJECT) {
            return Optional.empty();
        }
        Map<String, Json> given = properties.exists() ? properties.fields() : Map.of();
        for (Map.Entry<String, Json> member : given.entrySet()) {
            Json schema = member.getValue();
            if (SchemaKeywords.isSchema(schema)) {
                Optional<? extends ValueRule> simple = shape(schema, rest);
                Optional<? extends ValueRule> rule = simple.isPresent() ? simple : rest.of(schema);
                if (rule.isPresent()) {
                    members.put(member.getKey(), rule.get());
                }
            }
        }
        return members.size() == given.size() ? Optional.of(members) : Optional.empty();
    }

    private static Optional<List<String>> required(Json names) {
        if (!names.exists()) {
            return Optional.of(List.of());
        }
        if (names.kind() != Json.Kind.ARRAY) {
            return Optional.empty();
        }
        Set<String> texts = new LinkedHashSet<>();
        for (Json name : names.elements()) {
            if (name.kind() != Json.Kind.STRING || !texts.add(name.asText())) {
                return Optional.empty();
            }
        }
        return Optional.of(List.copyOf(texts));
    }

    private static Optional<ValueRule> rule(String keyword, Json value) {
        return switch (keyword) {
            case "type" -> SimpleTypeValidator.of(value);
            case "enum" -> oneOf(value);
            case "const" -> isScalar(value) ? Optional.of((tested, work) -> value.equals(tested)) : Optional.empty();
            case "items" -> items(value);
            case "minLength" -> count(value).map(least -> length(actual -> actual >= least));
            case "maxLength" -> count(value).map(most -> length(actual -> actual <= most));
            case "minItems" -> count(value).map(least -> size(actual -> actual >= least));
            case "maxItems" -> count(value).map(most -> size(actual -> actual <= most));
            case "minimum" -> bound(value, order -> order >= 0);
            case "maximum" -> bound(value, order -> order <= 0);
            case "exclusiveMinimum" -> bound(value, order -> order > 0);
            case "exclusiveMaximum" -> bound(value, order -> order < 0);
            default -> Optional.empty();
        };
    }

    private static boolean onlyDescribes(String keyword, Json value) {
        return keyword.equals("default")
                || (TEXTS.contains(keyword) && value.kind() == Json.Kind.STRING)
                || (FLAGS.contains(keyword) && value.kind() == Json.Kind.BOOLEAN)
                || (keyword.equals("examples") && value.kind() == Json.Kind.ARRAY);
    }

    private static Optional<ValueRule> oneOf(Json constants) {
        if (constants.kind() != Json.Kind.ARRAY || constants.elements().isEmpty()) {
            return Optional.empty();
        }
        for (Json constant : constants.elements()) {
            if (!isScalar(constant)) {
                return Optional.empty();
            }
        }
        Set<Json> set = new HashSet<>(constants.elements());
        long comparisons = KeywordWork.sameHash(constants.elements());
        return Optional.of((value, work) -> {
            work.add(comparisons);
            return isScalar(value) && set.contains(value);
        });
    }

    private static Optional<ValueRule> bound(Json limit, IntPredicate order) {
        if (limit.kind() != Json.Kind.NUMBER) {
            return Optional.empty();
        }
        BigDecimal exact = limit.asDecimal();
        return Optional.of((value, work) -> {
            if (value.kind() != Json.Kind.NUMBER) {
                return true;
            }
            work.add(ValidationWork.ofNumber(value.asDecimal()));
            return order.test(value.asDecimal().compareTo(exact));
        });
    }

    private static Optional<ValueRule> items(Json schema) {
        return SchemaKeywords.isSchema(schema)
                ? shape(schema, SimpleSchemaValidator.MemberFallback.NONE).map(SimpleKeywordRules::each)
                : Optional.empty();
    }

    private static ValueRule each(ValueRule shape) {
        return (value, work) -> {
            List<Json> elements = value.kind() == Json.Kind.ARRAY ? value.elements() : List.of();
            for (int i = 0; i < elements.size(); i++) {
                if (!shape.test(elements.get(i), work)) {
                    return false;
                }
            }
            return true;
        };
    }

    /** Returns a bound of lengths, if it is a plain integer. */
    private static Optional<Integer> count(Json count) {
        return count.kind() == Json.Kind.NUMBER && count.text().matches("[0-9]{1,9}")
                ? Optional.of(count.asInt())
                : Optional.empty();
    }

    private static ValueRule length(IntPredicate wanted) {
        return (value, work) -> {
            if (value.kind() != Json.Kind.STRING) {
                return true;
            }
            String text = value.asText();
            return wanted.test(text.codePointCount(0, text.length()));
        };
    }

    private static boolean isScalar(Json value) {
        return value.kind() != Json.Kind.OBJECT && value.kind() != Json.Kind.ARRAY;
    }

    private static ValueRule size(IntPredicate wanted) {
        return (value, work) ->
                value.kind() != Json.Kind.ARRAY || wanted.test(value.elements().size());
    }
}
