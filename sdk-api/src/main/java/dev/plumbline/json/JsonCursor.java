package dev.plumbline.json;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * A forward-only reader over the UTF-8 bytes of one JSON document, for decoding what comes from the wire without a
 * tree. It begins on the document's value; {@link #enter} goes into an object or array and {@link #next} from one
 * member or element to the next. What was not read is skipped, yet checked.
 *
 * <p>As strict as {@link Json#parse(byte[])}, but for two things that cost time or that streams do: a member name
 * given twice is refused only inside {@link #value}, and {@link #text} passes on half a surrogate pair, because a
 * stream may cut a character in two. Exceptions for the document are {@link JsonException} with line, column and
 * rule; wrong use is {@link IllegalStateException}. The bytes are not copied: leave them alone until {@link #close}.
 * Not thread-safe.
 *
 * <pre>{@code
 * try (JsonCursor event = JsonCursor.over(bytes, 0, length)) {
 *     event.enter();
 *     while (event.next()) {
 *         switch (event.name()) {
 *             case "id" -> id = event.text();
 *             case "choices" -> readChoices(event);
 *             default -> {}
 *         }
 *     }
 *     event.end();
 * }
 * }</pre>
 */
public final class JsonCursor implements AutoCloseable {
    private final JsonSource source;
    private final JsonParser parser;
    private int entered;

    // The first token of the value it stands on; null before, between and after values.
    private @Nullable JsonToken token;
    private boolean taken;
    private boolean closed;

    private JsonCursor(JsonSource source, JsonParser parser) {
        this.source = source;
        this.parser = parser;
    }

    /**
     * A cursor on the value of a document.
     *
     * @throws JsonException if the bytes are not UTF-8 or begin no value
     */
    public static JsonCursor over(byte[] utf8, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, utf8.length);
        JsonSource source = new JsonSource(utf8, offset, offset + length);
        JsonCursor cursor = new JsonCursor(source, source.open());
        try {
            cursor.token = cursor.advance();
            return cursor;
        } catch (JsonException e) {
            cursor.close();
            throw e;
        }
    }

    /** What kind of value it stands on; never MISSING. */
    public Json.Kind kind() {
        return switch (standing()) {
            case START_OBJECT -> Json.Kind.OBJECT;
            case START_ARRAY -> Json.Kind.ARRAY;
            case VALUE_STRING -> Json.Kind.STRING;
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> Json.Kind.NUMBER;
            case VALUE_TRUE, VALUE_FALSE -> Json.Kind.BOOLEAN;
            default -> Json.Kind.NULL;
        };
    }

    /**
     * Goes into the object or array it stands on; {@link #next} then moves to the first member or element.
     *
     * @throws JsonException if it stands on a scalar
     */
    public void enter() {
        if (!standing().isStructStart()) {
            throw misfit("an object or an array", Json.Kind.OBJECT);
        }
        refuseTaken();
        entered++;
        token = null;
    }

    /**
     * Moves to the next member or element of the innermost container entered, past whatever was not read of the value
     * it stands on. False at the container's end: the cursor then has left it, and the next call moves in the one
     * around it.
     */
    public boolean next() {
        if (entered == 0) {
            throw new IllegalStateException("next() moves inside an object or array: call enter() first");
        }
        skip();
        JsonToken found = advance();
        if (found.isStructEnd()) {
            entered--;
            token = null;
            return false;
        }
        token = found == JsonToken.PROPERTY_NAME ? advance() : found;
        return true;
    }

    /** The name of the member it stands on. */
    public String name() {
        standing();
        String name = parser.currentName();
        if (name == null) {
            throw new IllegalStateException("only the member of an object has a name");
        }
        return name;
    }

    /** Whether it stands on JSON null. */
    public boolean isNull() {
        return standing() == JsonToken.VALUE_NULL;
    }

    /**
     * The text of a string; may hold half a surrogate pair.
     *
     * @throws JsonException if it stands on something else
     */
    public String text() {
        if (standing() != JsonToken.VALUE_STRING) {
            throw misfit("a string", Json.Kind.STRING);
        }
        return string();
    }

    /**
     * The text of a string, or the fallback for JSON null.
     *
     * @throws JsonException if it stands on something else
     */
    public String textOr(String fallback) {
        return isNull() ? fallback : text();
    }

    /**
     * A whole number of 64 bits, whatever its spelling.
     *
     * @throws JsonException if it stands on anything else
     */
    public long asLong() {
        if (standing() == JsonToken.VALUE_NUMBER_INT && parser.getNumberType() != JsonParser.NumberType.BIG_INTEGER) {
            return parser.getLongValue();
        }
        return number().toLong().orElseThrow(() -> misfit("a whole number of 64 bits", Json.Kind.NUMBER));
    }

    /**
     * The double nearest to a number.
     *
     * @throws JsonException if it stands on something else, or on a number beyond the range of doubles
     */
    public double asDouble() {
        double value = number().toDouble();
        if (Double.isInfinite(value)) {
            throw misfit("a number within the range of doubles", Json.Kind.NUMBER);
        }
        return value;
    }

    /**
     * The value of {@code true} or {@code false}.
     *
     * @throws JsonException if it stands on something else
     */
    public boolean asBoolean() {
        if (!standing().isBoolean()) {
            throw misfit("true or false", Json.Kind.BOOLEAN);
        }
        return token == JsonToken.VALUE_TRUE;
    }

    /**
     * The whole value it stands on, order and spelling kept. An object or array can be taken once.
     *
     * @throws JsonException for what {@link Json#parse(byte[])} would refuse
     */
    public Json value() {
        JsonToken first = standing();
        refuseTaken();
        taken = first.isStructStart();
        try {
            return new Json(new JsonReader(source, parser).value(first), Place.ROOT);
        } catch (JacksonException e) {
            throw source.fault(parser, e);
        }
    }

    /**
     * Reads over all that is left.
     *
     * @throws JsonException if the document is broken or anything but white space follows its value
     */
    public void end() {
        if (closed) {
            throw new IllegalStateException("the cursor is closed");
        }
        while (entered > 0) {
            next();
        }
        skip();
        source.refuseMore(parser);
    }

    /** Gives back the parser's buffers. May be called again. */
    @Override
    public void close() {
        closed = true;
        entered = 0;
        token = null;
        parser.close();
    }

    private NumberNode number() {
        if (!standing().isNumeric()) {
            throw misfit("a number", Json.Kind.NUMBER);
        }
        NumberNode number = NumberNode.of(string());
        if (number == null) {
            throw source.fault(parser, NumberNode.OUT_OF_BOUNDS);
        }
        return number;
    }

    private String string() {
        try {
            return parser.getString();
        } catch (JacksonException e) {
            throw source.fault(parser, e);
        }
    }

    private JsonToken standing() {
        if (token == null) {
            throw new IllegalStateException("the cursor stands on no value: next() has to answer true first");
        }
        return token;
    }

    private void refuseTaken() {
        if (taken) {
            throw new IllegalStateException("value() has taken this object or array already: keep what it returned");
        }
    }

    private void skip() {
        try {
            if (token != null && token.isStructStart() && !taken) {
                parser.skipChildren();
            }
        } catch (JacksonException e) {
            throw source.fault(parser, e);
        }
        taken = false;
        token = null;
    }

    private JsonToken advance() {
        try {
            JsonToken found = parser.nextToken();
            if (found == null) {
                throw source.fault(parser, JsonSource.ENDS_EARLY);
            }
            return found;
        } catch (JacksonException e) {
            throw source.fault(parser, e);
        }
    }

    private JsonException misfit(String wanted, Json.Kind wantedKind) {
        return source.fault(parser, kind().misfit(wanted, wantedKind));
    }

    /** Where it stands and on what, without content. */
    @Override
    public String toString() {
        return "JsonCursor[" + (token == null ? "between values" : kind().word()) + "]";
    }
}
