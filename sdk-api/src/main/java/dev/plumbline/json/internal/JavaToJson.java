package dev.plumbline.json.internal;

import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.BaseStream;
import org.jspecify.annotations.Nullable;

/** Converts Java values to JSON. Data binding is loaded only for types that this class does not support. */
public final class JavaToJson {
    /** More bits than any number within bounds has; checked first because printing a huge number is slow. */
    private static final int MOST_BITS = 4 * Decimal.MOST_CHARACTERS;

    static final String NOT_FINITE = "JSON has no NaN and no Infinity: use null or a string";

    private JavaToJson() {}

    /**
     * Returns the node of a top-level value. Maps and lists are handled here and not with their members, so that the
     * compiled code for members stays simple.
     */
    public static Node whole(@Nullable Object value) {
        if (value instanceof Map<?, ?> map) {
            return object(map, JsonLocation.ROOT, Node.MOST_LEVELS);
        }
        return value instanceof List<?> items
                ? array(items, JsonLocation.ROOT, Node.MOST_LEVELS)
                : node(value, JsonLocation.ROOT, Node.MOST_LEVELS);
    }

    /** Returns the node of a value at a place, with that many further levels allowed. */
    public static Node node(@Nullable Object value, JsonLocation place, int remainingDepth) {
        if (value == null) {
            return LiteralNode.NULL;
        }
        Node scalar = scalar(value, place);
        return scalar != null ? scalar : structure(value, place, remainingDepth);
    }

    private static @Nullable Node scalar(Object value, JsonLocation place) {
        if (value instanceof CharSequence || value instanceof Character) {
            return text(value.toString(), place);
        }
        if (value instanceof Boolean flag) {
            return LiteralNode.of(flag);
        }
        if (value instanceof Number number) {
            return number(number, place);
        }
        if (value instanceof Enum<?> constant) {
            return new TextNode(constant.name());
        }
        if (value instanceof char[] characters) {
            return text(String.valueOf(characters), place);
        }
        return value instanceof byte[] bytes ? new TextNode(Base64.getEncoder().encodeToString(bytes)) : null;
    }

    private static Node text(String text, JsonLocation place) {
        if (UnicodeValidator.hasLoneSurrogate(text)) {
            throw new JsonException(place.pointer(), UnicodeValidator.LONE_SURROGATE);
        }
        return new TextNode(text);
    }

    private static @Nullable Node number(Number number, JsonLocation place) {
        if (number instanceof Integer
                || number instanceof Long
                || number instanceof Short
                || number instanceof Byte
                || number instanceof AtomicInteger
                || number instanceof AtomicLong) {
            return NumberNode.of(number.longValue());
        }
        if (number instanceof Double || number instanceof Float) {
            return floating(number, place);
        }
        if (number instanceof BigDecimal decimal) {
            return exact(decimal, decimal.unscaledValue(), place);
        }
        return number instanceof BigInteger integer ? exact(integer, integer, place) : null;
    }

    private static Node floating(Number number, JsonLocation place) {
        if (!Double.isFinite(number.doubleValue())) {
            throw new JsonException(place.pointer(), NOT_FINITE);
        }
        return number instanceof Float single
                ? NumberNode.of(single.floatValue())
                : NumberNode.of(number.doubleValue());
    }

    private static Node exact(Number number, BigInteger digits, JsonLocation place) {
        Node node = digits.bitLength() > MOST_BITS ? null : NumberNode.of(number.toString());
        if (node == null) {
            throw new JsonException(place.pointer(), NumberNode.OUT_OF_BOUNDS);
        }
        return node;
    }

    private static Node structure(Object value, JsonLocation place, int remainingDepth) {
        if (value instanceof Optional<?> optional) {
            return node(optional.orElse(null), place, remainingDepth);
        }
        if (value instanceof Json json) {
            return fitting(JsonAccess.node(json), remainingDepth);
        }
        if (value instanceof Path path) {
            return text(path.toString(), place);
        }
        if (value instanceof BaseStream) {
            throw new JsonException(place.pointer(), "a stream has no JSON form: collect it into a list");
        }
        if (remainingDepth == 0) {
            throw tooDeep();
        }
        if (value instanceof Map<?, ?> map) {
            return object(map, place, remainingDepth);
        }
        if (value instanceof Iterable<?> items) {
            return array(items, place, remainingDepth);
        }
        if (value.getClass().isArray()) {
            return array(listOf(value), place, remainingDepth);
        }
        return fitting(JacksonDatabind.node(value, place), remainingDepth);
    }

    private static Node fitting(Node node, int remainingDepth) {
        if (node.levels() > remainingDepth) {
            throw tooDeep();
        }
        return node;
    }

    private static JsonException tooDeep() {
        // The path of a value this deep is long and not useful.
        return new JsonException("", Node.TOO_DEEP + ", or hold themselves");
    }

    private static List<@Nullable Object> listOf(Object array) {
        List<@Nullable Object> items = new ArrayList<>();
        for (int i = 0; i < Array.getLength(array); i++) {
            items.add(Array.get(array, i));
        }
        return items;
    }

    private static Node array(Iterable<?> items, JsonLocation place, int remainingDepth) {
        List<Node> nodes = new ArrayList<>();
        for (Object item : items) {
            nodes.add(node(item, place.element(nodes.size()), remainingDepth - 1));
        }
        if (Unordered.is(items)) {
            nodes.sort(Comparator.comparing(Unordered::canonical));
        }
        return new ArrayNode(nodes.toArray(new Node[0]));
    }

    private static Node object(Map<?, ?> map, JsonLocation place, int remainingDepth) {
        List<String> names = new ArrayList<>(map.size());
        List<Node> values = new ArrayList<>(map.size());
        JsonLocation member = place.anyMember();
        boolean text = true;
        for (Map.Entry<?, ?> entry : Unordered.is(map) ? Unordered.sorted(map).entrySet() : map.entrySet()) {
            text &= entry.getKey() instanceof String;
            names.add(name(entry.getKey(), place));
            values.add(node(entry.getValue(), member, remainingDepth - 1));
        }
        if (!text && !areDistinct(names)) {
            throw new JsonException(place.pointer(), "two keys of a map have one name: keep one of them");
        }
        return new ObjectNode(names.toArray(new String[0]), values.toArray(new Node[0]));
    }

    private static boolean areDistinct(List<String> names) {
        return new HashSet<>(names).size() == names.size();
    }

    public static String name(@Nullable Object key, JsonLocation place) {
        if (key instanceof Enum<?> constant) {
            return constant.name();
        }
        if (!(key instanceof CharSequence
                || key instanceof Number
                || key instanceof Boolean
                || key instanceof Character)) {
            throw new JsonException(place.pointer(), "a key of a map must be text, a number, a boolean or an enum");
        }
        String name = key.toString();
        if (UnicodeValidator.hasLoneSurrogate(name)) {
            throw new JsonException(place.pointer(), UnicodeValidator.LONE_SURROGATE);
        }
        return name;
    }
}
