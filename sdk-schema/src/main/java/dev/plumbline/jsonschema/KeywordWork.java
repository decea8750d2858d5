package dev.plumbline.jsonschema;

import com.networknt.schema.ExecutionContext;
import com.networknt.schema.path.NodePath;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * Estimates the work of a keyword at a value, in units of {@link ValidationWork}. Immutable and thread-safe.
 *
 * @param kind what the keyword reads of a value
 * @param parts the number of its names, constants or subschemas
 * @param patterns the size of the patterns that it matches; a format is as large as a pattern of its cost
 */
record KeywordWork(Kind kind, long parts, long patterns) {
    /** The work of an error: its message, its path, and the finding that is made of it. */
    static final long ERROR = 1_000;

    /** The work of a keyword that does nothing more. */
    private static final long STEP = 20;

    /** The work of one instruction of a pattern at one character. */
    private static final long PATTERN_STEP = 2;

    /** The work of a comparison of a value with one that is equal, and of its hash. */
    private static final long NODE = 20;

    /** The work of a comparison in a hash table. */
    private static final long COMPARISON = 4;

    private static final int MOST_INSTRUCTIONS = 10_000;

    /** What a keyword reads of a value. */
    enum Kind {
        NOTHING,
        NUMBER,
        CHARACTERS,
        /** The names of the members of an object, or the places of an array. */
        NAMES,
        NODES,
        ANNOTATIONS
    }

    /** Returns the work of a keyword with that value in that schema. */
    static KeywordWork of(String keyword, JsonNode value, JsonNode schema) {
        return switch (keyword) {
            case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf" ->
                new KeywordWork(Kind.NUMBER, 0, 0);
            case "pattern" -> new KeywordWork(Kind.CHARACTERS, 0, size(value.asString("")));
            case "format" ->
                new KeywordWork(Kind.CHARACTERS, 0, value.asString("").startsWith("idn-") ? 25 : 8);
            case "minLength", "maxLength" -> new KeywordWork(Kind.CHARACTERS, 0, 0);
            case "patternProperties" -> new KeywordWork(Kind.NAMES, value.size(), sizes(value));
            case "additionalProperties" -> new KeywordWork(Kind.NAMES, 0, sizes(schema.path("patternProperties")));
            case "propertyNames", "items", "prefixItems", "additionalItems", "contains" ->
                new KeywordWork(Kind.NAMES, 0, 0);
            case "const", "uniqueItems" -> new KeywordWork(Kind.NODES, 0, 0);
            case "enum" -> new KeywordWork(Kind.NODES, sameHash(value), 0);
            case "unevaluatedProperties", "unevaluatedItems" -> new KeywordWork(Kind.ANNOTATIONS, 0, 0);
            default -> new KeywordWork(Kind.NOTHING, elements(value), 0);
        };
    }

    /** Returns the number of elements in the value of a keyword such as {@code required} or {@code dependentRequired}. */
    private static long elements(JsonNode value) {
        long sum = 0;
        for (JsonNode each : value) {
            sum += each.isArray() ? each.size() : 1;
        }
        return sum;
    }

    private static long sizes(JsonNode patterns) {
        long sum = 0;
        for (String pattern : patterns.propertyNames()) {
            sum += size(pattern);
        }
        return sum;
    }

    private static long size(String pattern) {
        return 4 + PatternSize.of(pattern, MOST_INSTRUCTIONS);
    }

    /** Returns the work at a value. */
    long at(ExecutionContext context, JsonNode value, NodePath place) {
        return STEP
                + parts
                + switch (kind) {
                    case NOTHING -> 0;
                    case NUMBER -> value.isNumber() ? ValidationWork.ofNumber(value.decimalValue()) : 0;
                    case CHARACTERS -> value.isString() ? characters(value.stringValue()) : 0;
                    case NAMES -> names(value);
                    case NODES -> NODE * nodes(value) + (value.isArray() ? sameHash(value) : 0);
                    case ANNOTATIONS -> names(value) + annotations(context, place);
                };
    }

    private long characters(String text) {
        return text.length() * (1 + PATTERN_STEP * patterns);
    }

    private long names(JsonNode value) {
        long sum = value.size() * (1 + patterns);
        for (String name : value.propertyNames()) {
            sum += characters(name);
        }
        return sum;
    }

    private static long annotations(ExecutionContext context, NodePath place) {
        Collection<?> all = context.getAnnotations().asMap().getOrDefault(place, List.of());
        return (long) all.size() * (4 + context.getEvaluationPath().getNameCount());
    }

    /** Returns the number of values in a value; long texts and numbers count for more. */
    private static long nodes(JsonNode value) {
        long sum = 1;
        if (value.isString()) {
            sum += value.stringValue().length() / 8;
        } else if (value.isNumber()) {
            sum += ValidationWork.ofNumber(value.decimalValue());
        } else {
            for (JsonNode each : value) {
                sum += nodes(each);
            }
            sum += value.isObject() ? value.size() : 0;
        }
        return sum;
    }

    /** Returns how many comparisons a hash table makes in which many values have the same hash. */
    static long sameHash(Iterable<?> values) {
        Map<Integer, Integer> counts = new HashMap<>();
        long comparisons = 0;
        for (Object value : values) {
            comparisons += counts.merge(value.hashCode(), 1, Integer::sum) - 1;
        }
        return COMPARISON * comparisons;
    }
}
