package dev.plumbline.json;

import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An immutable JSON value. It keeps member order and number spelling as given, and that is what {@link #text} writes.
 * Its canonical form (RFC 8785 with exact numbers, see {@link #canonical}) decides equality: member order, white
 * space, escapes and number spelling make no difference, so {@code 1}, {@code 1.0} and {@code 1e0} are equal.
 *
 * <p>A value remembers where it was found, so that an exception of {@link #asText} and the like can name the place;
 * that is no part of equality. Limits, however a value came into being: 200 levels of arrays and objects; numbers of
 * 1,000 digits and powers of ten within ±9999; no object has a member name twice; no string holds half a surrogate
 * pair. Thread-safe.
 */
public final class Json {
    private static final Json EMPTY_OBJECT = new Json(ObjectNode.EMPTY, JsonLocation.ROOT);
    private static final Json EMPTY_ARRAY = new Json(ArrayNode.EMPTY, JsonLocation.ROOT);

    private final Node node;
    private final JsonLocation place;
    private @Nullable String canonical;

    Json(Node node, JsonLocation place) {
        this.node = node;
        this.place = place;
    }

    /**
     * The value of a JSON text.
     *
     * @throws JsonException with line, column and rule, for what RFC 8259 does not allow, for a member name given
     *     twice, half a surrogate pair, a byte order mark, and what is beyond the limits of this class
     */
    public static Json parse(String text) {
        return new Json(JsonReader.read(text), JsonLocation.ROOT);
    }

    /**
     * The value of a JSON text in UTF-8, read as strictly as {@link #parse(String)}.
     *
     * @throws JsonException also for bytes that are not UTF-8
     */
    public static Json parse(byte[] utf8) {
        return new Json(JsonReader.read(utf8), JsonLocation.ROOT);
    }

    /**
     * The JSON of a Java value: null, text, numbers, booleans, enums (by name), maps with keys of these, iterables,
     * arrays, Optionals (empty is null), Json; byte arrays as base64; and what data binding knows: records, beans,
     * {@code java.time} in ISO form. Maps keep their order and records the order of their components; a component
     * that is null or an empty Optional is left out.
     *
     * @throws JsonException for NaN and infinity, values that contain themselves, a {@link Kind#MISSING} value, and
     *     classes that have no JSON form
     */
    public static Json of(@Nullable Object value) {
        return value instanceof Json json && json.exists()
                ? json
                : new Json(JavaToJson.whole(value), JsonLocation.ROOT);
    }

    /** The empty object. */
    public static Json object() {
        return EMPTY_OBJECT;
    }

    /** The empty array. */
    public static Json array() {
        return EMPTY_ARRAY;
    }

    /** How many levels of arrays and objects it has: 0 for a scalar, 1 for an array or object of scalars. */
    public int depth() {
        return node.levels();
    }

    /** What kind of value this is. */
    public Kind kind() {
        return Kind.of(node);
    }

    /** Whether there is a value; false only for what {@link #get} or {@link #at} did not find. JSON null exists. */
    public boolean exists() {
        return node != LiteralNode.MISSING;
    }

    /** The value of a member; {@link Kind#MISSING} if there is none or if this is no object. */
    public Json get(String member) {
        int found = node instanceof ObjectNode object ? object.find(member) : -1;
        return new Json(found < 0 ? LiteralNode.MISSING : ((ObjectNode) node).value(found), place.member(member));
    }

    /**
     * The value at a JSON Pointer (RFC 6901), for example {@code /walls/0/id}; {@link Kind#MISSING} if there is none.
     *
     * @throws IllegalArgumentException if the pointer is neither empty nor begins with a slash, or has a stray tilde
     */
    public Json at(String pointer) {
        Json found = this;
        for (String step : JsonPointer.steps(pointer)) {
            boolean isElement = found.node instanceof ArrayNode && JsonPointer.isIndex(step);
            found = isElement ? found.element(Integer.parseInt(step)) : found.get(JsonPointer.unescaped(step));
        }
        return found;
    }

    /** The element at an index as a pointer counts it; MISSING if there is none. */
    Json element(int index) {
        Node found =
                node instanceof ArrayNode array && index < array.size() ? array.element(index) : LiteralNode.MISSING;
        return new Json(found, place.element(index));
    }

    /**
     * The elements of an array, unmodifiable.
     *
     * @throws JsonException if this is no array
     */
    public List<Json> elements() {
        if (node instanceof ArrayNode array) {
            return new ElementList(array, place);
        }
        throw misfit("an array", Kind.ARRAY);
    }

    /**
     * The members of an object in given order, unmodifiable.
     *
     * @throws JsonException if this is no object
     */
    public Map<String, Json> fields() {
        if (node instanceof ObjectNode object) {
            return new FieldMap(object, place);
        }
        throw misfit("an object", Kind.OBJECT);
    }

    /**
     * The text of a string.
     *
     * @throws JsonException if this is no string
     */
    public String asText() {
        if (node instanceof TextNode string) {
            return string.text();
        }
        throw misfit("a string", Kind.STRING);
    }

    /**
     * The value of {@code true} or {@code false}.
     *
     * @throws JsonException if this is no boolean
     */
    public boolean asBoolean() {
        if (node == LiteralNode.TRUE || node == LiteralNode.FALSE) {
            return node == LiteralNode.TRUE;
        }
        throw misfit("true or false", Kind.BOOLEAN);
    }

    /**
     * A whole number of 32 bits, whatever its spelling: {@code 1.0} and {@code 1e2} are whole.
     *
     * @throws JsonException if this is anything else, such as {@code 1.5} or {@code 1e10}
     */
    public int asInt() {
        long value = number().toLong().orElse(Long.MAX_VALUE);
        if (value == (int) value) {
            return (int) value;
        }
        throw misfit("a whole number of 32 bits", Kind.NUMBER);
    }

    /**
     * A whole number of 64 bits, whatever its spelling.
     *
     * @throws JsonException if this is anything else, such as {@code 1.5} or {@code 1e19}
     */
    public long asLong() {
        return number().toLong().orElseThrow(() -> misfit("a whole number of 64 bits", Kind.NUMBER));
    }

    /**
     * The double nearest to a number.
     *
     * @throws JsonException if this is no number, or one beyond the range of doubles
     */
    public double asDouble() {
        double value = number().toDouble();
        if (Double.isInfinite(value)) {
            throw misfit("a number within the range of doubles", Kind.NUMBER);
        }
        return value;
    }

    /**
     * A number with every digit it was given, also with zeros at its end.
     *
     * @throws JsonException if this is no number
     */
    public BigDecimal asDecimal() {
        return number().toDecimal();
    }

    private NumberNode number() {
        if (node instanceof NumberNode number) {
            return number;
        }
        throw misfit("a number", Kind.NUMBER);
    }

    /**
     * This value as a record, enum (by name), scalar, array or Json. Refused are members that the type does not know, record
     * components that are missing or null (unless Optional), text for a number and a fraction for a whole number.
     *
     * @throws JsonException with pointer and rule
     */
    @SuppressWarnings("unchecked") // a primitive class cannot cast its boxed value
    public <T> T as(Class<T> type) {
        return (T) JsonToJava.bind(this, type);
    }

    /**
     * This value as a generic type, bound as exactly as by {@link #as(Class)}.
     *
     * @throws JsonException with pointer and rule
     */
    @SuppressWarnings("unchecked") // the reference vouches for the type
    public <T> T as(TypeRef<T> type) {
        return (T) JsonToJava.bind(this, type.type());
    }

    /**
     * A copy of this object with one member set: in its place if it is there, else at the end.
     *
     * @throws JsonException if this is no object or {@link #of} refuses the value
     */
    public Json with(String member, @Nullable Object value) {
        if (node instanceof ObjectNode object) {
            Node added = JavaToJson.node(value, place.member(member), Node.MOST_LEVELS - 1);
            return new Json(object.with(JavaToJson.name(member, place), added), place);
        }
        throw misfit("an object", Kind.OBJECT);
    }

    /**
     * A copy of this object without a member; this object if it has none of that name.
     *
     * @throws JsonException if this is no object
     */
    public Json without(String member) {
        if (node instanceof ObjectNode object) {
            int found = object.find(member);
            return found < 0 ? this : new Json(object.without(found), place);
        }
        throw misfit("an object", Kind.OBJECT);
    }

    /**
     * Compact JSON text: members and numbers as given, no white space, strings escaped no more than needed.
     *
     * @throws JsonException if this is {@link Kind#MISSING}
     */
    public String text() {
        return written(Node.Form.GIVEN).toText();
    }

    /**
     * How many bytes {@link #text()} is in UTF-8; counted, so that the text need not be made.
     *
     * @throws JsonException if this is {@link Kind#MISSING}
     */
    public long utf8Length() {
        JsonBuffer counted = JsonBuffer.counting();
        toNode().write(counted, Node.Form.GIVEN);
        return counted.length();
    }

    /**
     * The one text of all equal values: RFC 8785, except that numbers keep their exact value. A number is written as
     * ECMAScript would write it if its numbers had any number of digits: {@code 4.50} as {@code 4.5}, {@code 1E400} as
     * {@code 1e+400}, {@code 9007199254740993} with all its digits. Computed once.
     *
     * @throws JsonException if this is {@link Kind#MISSING}
     */
    public String canonical() {
        String text = canonical;
        if (text == null) {
            text = written(Node.Form.CANONICAL).toText();
            canonical = text;
        }
        return text;
    }

    /**
     * The canonical text in UTF-8, as a fresh array.
     *
     * @throws JsonException if this is {@link Kind#MISSING}
     */
    public byte[] canonicalBytes() {
        return written(Node.Form.CANONICAL).toBytes();
    }

    private JsonBuffer written(Node.Form form) {
        JsonBuffer out = new JsonBuffer(64);
        toNode().write(out, form);
        return out;
    }

    /** What is beside the place; JsonException if there is nothing. */
    Node toNode() {
        if (node != LiteralNode.MISSING) {
            return node;
        }
        throw misfit("a value", Kind.MISSING);
    }

    JsonLocation place() {
        return place;
    }

    Json movedTo(JsonLocation other) {
        return new Json(node, other);
    }

    JsonException fault(String rule) {
        return new JsonException(place.pointer(), rule);
    }

    /** What to throw when a value of a kind was asked for and this does not fit. */
    JsonException misfit(String wanted, Kind wantedKind) {
        return fault(kind().misfit(wanted, wantedKind));
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other == this || (other instanceof Json that && node.equals(that.node));
    }

    @Override
    public int hashCode() {
        return node.hashCode();
    }

    @Override
    public String toString() {
        return "Json[" + node.summary() + "]";
    }

    /** What kind of value a {@link Json} is. */
    public enum Kind {
        /** Members by name. */
        OBJECT,
        /** Elements in order. */
        ARRAY,
        /** Text. */
        STRING,
        /** A number of any size and precision. */
        NUMBER,
        /** True or false. */
        BOOLEAN,
        /** JSON null: a value that says there is none. */
        NULL,
        /** No value: what {@link Json#get} and {@link Json#at} answer when they find nothing. */
        MISSING;

        private static Kind of(Node node) {
            if (node instanceof LiteralNode) {
                return node == LiteralNode.NULL ? NULL : node == LiteralNode.MISSING ? MISSING : BOOLEAN;
            }
            if (node instanceof ObjectNode || node instanceof ArrayNode) {
                return node instanceof ObjectNode ? OBJECT : ARRAY;
            }
            return node instanceof TextNode ? STRING : NUMBER;
        }

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** The rule broken by a value of this kind where one of that kind was wanted. */
        String misfit(String wanted, Kind wantedKind) {
            String found = this == wantedKind ? "this " + word() + " is not" : "this is " + phrase();
            return wanted + " is asked for, but " + (this == MISSING ? "there is nothing here" : found);
        }

        private String phrase() {
            return switch (this) {
                case OBJECT, ARRAY -> "an " + word();
                case STRING, NUMBER, BOOLEAN -> "a " + word();
                case NULL, MISSING -> word();
            };
        }
    }
}
