package dev.plumbline.json;

import dev.plumbline.json.internal.ArrayNode;
import dev.plumbline.json.internal.ElementList;
import dev.plumbline.json.internal.FieldMap;
import dev.plumbline.json.internal.JavaToJson;
import dev.plumbline.json.internal.JsonAccess;
import dev.plumbline.json.internal.JsonBuffer;
import dev.plumbline.json.internal.JsonLocation;
import dev.plumbline.json.internal.JsonPointer;
import dev.plumbline.json.internal.JsonReader;
import dev.plumbline.json.internal.JsonToJava;
import dev.plumbline.json.internal.LiteralNode;
import dev.plumbline.json.internal.Node;
import dev.plumbline.json.internal.NumberNode;
import dev.plumbline.json.internal.ObjectNode;
import dev.plumbline.json.internal.TextNode;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An immutable JSON value. It keeps the order of members and the spelling of numbers, which {@link #text} writes.
 * Its canonical form (RFC 8785 with exact numbers, see {@link #canonical}) decides equality: member order, white
 * space, escapes and number spelling make no difference, so {@code 1}, {@code 1.0} and {@code 1e0} are equal.
 *
 * <p>A value keeps its location, which exceptions of {@link #asText} and similar methods name; it is not part of equality.
 * Limits of every value: 200 levels of arrays and objects; numbers of 1,000 digits and powers of ten within ±9999; no
 * repeated member name in an object; no half of a surrogate pair in a string. Thread-safe.
 */
public final class Json {
    static {
        JsonAccess.set(new JsonAccess.Members() {
            @Override
            public Json create(Node node, JsonLocation place) {
                return new Json(node, place);
            }

            @Override
            public Node nodeOf(Json json) {
                return json.node;
            }

            @Override
            public JsonLocation placeOf(Json json) {
                return json.place;
            }
        });
    }

    private static final Json EMPTY_OBJECT = new Json(ObjectNode.EMPTY, JsonLocation.ROOT);
    private static final Json EMPTY_ARRAY = new Json(ArrayNode.EMPTY, JsonLocation.ROOT);

    private final Node node;
    private final JsonLocation place;
    private @Nullable String canonical;

    private Json(Node node, JsonLocation place) {
        this.node = node;
        this.place = place;
    }

    /**
     * Parses a JSON text.
     *
     * @throws JsonException with line, column and rule, for what RFC 8259 does not allow, for a member name given
     *     twice, half a surrogate pair, a byte order mark, and what is beyond the limits of this class
     */
    public static Json parse(String text) {
        return new Json(JsonReader.read(text), JsonLocation.ROOT);
    }

    /**
     * Returns the value of a JSON text in UTF-8, parsed as strictly as by {@link #parse(String)}.
     *
     * @throws JsonException also for bytes that are not UTF-8
     */
    public static Json parse(byte[] utf8) {
        return new Json(JsonReader.read(utf8), JsonLocation.ROOT);
    }

    /**
     * Returns the members, elements and beginnings of strings in the beginning of a JSON text, with open brackets closed; empty
     * if there is no value yet, or if the text is no such beginning. For views of an answer that arrives; no decision may
     * depend on it, because later text can change its meaning. Numbers and literals appear once another character follows.
     */
    public static Optional<Json> parsePartial(String text) {
        return PartialJson.parse(text);
    }

    /**
     * Converts a Java value to JSON: null, text, numbers, booleans, enums (by name), maps with keys of these,
     * iterables, arrays, Optionals (empty is null), Json; byte arrays as base64; and what data binding knows: records,
     * beans, {@code java.time} in ISO form. Maps keep their order and records the order of their components; sets without an order, {@code Map.of} and {@code HashMap} are sorted; a
     * component that is null or an empty Optional is left out.
     *
     * @throws JsonException for NaN and infinity, values that contain themselves, a {@link Kind#MISSING} value, and
     *     classes that have no JSON form
     */
    public static Json of(@Nullable Object value) {
        return value instanceof Json json && json.exists()
                ? json
                : new Json(JavaToJson.whole(value), JsonLocation.ROOT);
    }

    /** Returns the empty object. */
    public static Json object() {
        return EMPTY_OBJECT;
    }

    /** Returns the empty array. */
    public static Json array() {
        return EMPTY_ARRAY;
    }

    /** Returns the number of levels of arrays and objects: 0 for a scalar, 1 for an array or object of scalars. */
    public int depth() {
        return node.levels();
    }

    /** Returns the kind of this value. */
    public Kind kind() {
        return Kind.of(node);
    }

    /** Returns whether there is a value; false only if {@link #get} or {@link #at} found nothing. JSON null exists. */
    public boolean exists() {
        return node != LiteralNode.MISSING;
    }

    /** Returns the value of a member; {@link Kind#MISSING} if there is none or if this is no object. */
    public Json get(String member) {
        int found = node instanceof ObjectNode object ? object.find(member) : -1;
        return new Json(found < 0 ? LiteralNode.MISSING : ((ObjectNode) node).value(found), place.member(member));
    }

    /**
     * Returns the value at a JSON Pointer (RFC 6901), for example {@code /walls/0/id}; {@link Kind#MISSING} if there is
     * none.
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

    /** Returns the element at an index as a pointer counts it; MISSING if there is none. */
    private Json element(int index) {
        Node found =
                node instanceof ArrayNode array && index < array.size() ? array.element(index) : LiteralNode.MISSING;
        return new Json(found, place.element(index));
    }

    /**
     * Returns the elements of an array, unmodifiable.
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
     * Returns the members of an object in given order, unmodifiable.
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
     * Returns the text of a string.
     *
     * @throws JsonException if this is no string
     */
    public String asText() {
        if (node instanceof TextNode string) {
            return string.text();
        }
        throw misfit("a string", Kind.STRING);
    }

    /** Returns the text of a string; empty for every other kind, and if there is no value. */
    public Optional<String> findText() {
        return node instanceof TextNode string ? Optional.of(string.text()) : Optional.empty();
    }

    /**
     * Returns the value of {@code true} or {@code false}.
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
     * Returns a whole number of 32 bits in any spelling: {@code 1.0} and {@code 1e2} are whole.
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
     * Returns a whole number of 64 bits in any spelling.
     *
     * @throws JsonException if this is anything else, such as {@code 1.5} or {@code 1e19}
     */
    public long asLong() {
        return number().toLong().orElseThrow(() -> misfit("a whole number of 64 bits", Kind.NUMBER));
    }

    /**
     * Returns the double nearest to a number.
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
     * Returns a number with all its digits, including trailing zeros.
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
     * Converts this value to a record, enum (by name), scalar, array or Json. It refuses unknown members, record
     * components that are missing or null (unless Optional), text for a number and a fraction for a whole number.
     *
     * @throws JsonException with pointer and rule
     */
    @SuppressWarnings("unchecked") // a primitive class cannot cast its boxed value
    public <T> T as(Class<T> type) {
        return (T) JsonToJava.bind(this, type);
    }

    /**
     * Converts this value to a generic type, as strictly as {@link #as(Class)}.
     *
     * @throws JsonException with pointer and rule
     */
    @SuppressWarnings("unchecked") // the reference vouches for the type
    public <T> T as(TypeRef<T> type) {
        return (T) JsonToJava.bind(this, type.type());
    }

    /**
     * Returns a copy of this object with one member set: in its place if it is there, else at the end.
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
     * Returns a copy of this object without a member; this object if it has none of that name.
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
     * Returns compact JSON text: members and numbers as given, no white space, and only necessary escapes.
     *
     * @throws JsonException if this is {@link Kind#MISSING}
     */
    public String text() {
        return written(Node.Form.GIVEN).toText();
    }

    /**
     * Returns the length of {@link #text()} in UTF-8, without creating the text.
     *
     * @throws JsonException if this is {@link Kind#MISSING}
     */
    public long utf8Length() {
        JsonBuffer counted = JsonBuffer.counting();
        JsonAccess.node(this).write(counted, Node.Form.GIVEN);
        return counted.length();
    }

    /**
     * Returns the canonical text, which is the same for equal values: RFC 8785, except that numbers keep their exact
     * value. A number is written as ECMAScript would write it if its numbers had any number of digits: {@code 4.50} as
     * {@code 4.5}, {@code 1E400} as {@code 1e+400}, {@code 9007199254740993} with all its digits. Computed once.
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
     * Returns the canonical text in UTF-8, as a new array.
     *
     * @throws JsonException if this is {@link Kind#MISSING}
     */
    public byte[] canonicalBytes() {
        return written(Node.Form.CANONICAL).toBytes();
    }

    private JsonBuffer written(Node.Form form) {
        JsonBuffer out = new JsonBuffer(64);
        JsonAccess.node(this).write(out, form);
        return out;
    }

    private JsonException misfit(String wanted, Kind wantedKind) {
        return JsonAccess.misfit(this, wanted, wantedKind);
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

    /** The kind of a {@link Json} value. */
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
        /** JSON null. */
        NULL,
        /** No value: the result of {@link Json#get} and {@link Json#at} if they find nothing. */
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
    }
}
