package dev.plumbline.json.internal;

import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import java.util.Arrays;
import java.util.Objects;
import java.util.OptionalLong;

/**
 * A forward-only reader of the UTF-8 bytes of one JSON document, for decoding responses without a tree. It begins at
 * the document's value; {@link #enter} goes into an object or array and {@link #next} from one member or element to the
 * next. Values that are not read are skipped, but checked.
 *
 * <p>A document has at most {@link UntrustedJson#MAX_DEPTH} levels of arrays and objects.
 *
 * <p>As strict as {@link Json#parse(byte[])} with two exceptions: a member name
 * given twice is refused only inside {@link #value}, and {@link #text} passes on half a surrogate pair, because a
 * stream may cut a character in two. Exceptions for the document are {@link JsonException} with line, column and
 * rule; wrong use is {@link IllegalStateException}. The bytes are not copied and must not change until {@link #close}.
 * Not thread-safe.
 *
 * <pre>{@code
 * try (JsonCursor event = JsonCursor.of(bytes, 0, length)) {
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
    private static final int NOWHERE = -1;

    /** Stands for no value; no value begins with this byte. */
    private static final byte NONE = 0;

    private final JsonSource source;
    private final byte[] bytes;
    private final JsonScanner scanner;
    private final JsonNameCache names;
    private final boolean resumed;
    private ParsedPrefix beginning;

    // The closing bracket of each entered container, innermost last.
    private byte[] closers = new byte[8];
    private int entered;
    private boolean fresh;

    // The first byte of the current value, its position and, for a member, the start of its name.
    private byte first;
    private int start;
    private int name = NOWHERE;

    // The position of further reading: after the current value, or at an object or array that was neither entered nor
    // read.
    private int at;
    private boolean closed;

    private JsonCursor(JsonSource source, JsonNameCache names, ParsedPrefix known) {
        this.source = source;
        this.bytes = source.bytes;
        this.names = names;
        this.beginning = known;
        int from = source.from;
        int behind = known.endIn(source);
        this.resumed = behind > from;
        (resumed ? source.part(behind, source.to) : source).check();
        this.scanner = new JsonScanner(source);
        if (resumed) {
            closers[entered++] = '}';
            name = from + known.name();
        }
        start = scanner.token(behind);
        first = bytes[start];
        at = first == '{' || first == '[' ? start : scanner.scalar(start);
    }

    /**
     * Returns a cursor on the value of a document.
     *
     * @throws JsonException if the bytes are not UTF-8 or begin no value
     */
    public static JsonCursor of(byte[] utf8, int offset, int length) {
        return of(utf8, offset, length, new JsonNameCache());
    }

    /**
     * Returns a cursor on a document that shares a cache of member names with other documents.
     *
     * @throws JsonException if the bytes are not UTF-8 or begin no value
     */
    public static JsonCursor of(byte[] utf8, int offset, int length, JsonNameCache names) {
        Objects.checkFromIndexSize(offset, length, utf8.length);
        return new JsonCursor(new JsonSource(utf8, offset, offset + length), names, ParsedPrefix.NONE);
    }

    /**
     * Returns a cursor on the next of similar documents, such as the events of a stream. It shares the cache of names.
     * If this document was {@linkplain #markPrefix marked} and the next begins with the same bytes, the cursor
     * {@linkplain #isPrefixReused begins} there. For the same thread.
     *
     * @throws JsonException if the bytes are not UTF-8 or begin no value
     */
    public JsonCursor nextDocument(byte[] utf8, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, utf8.length);
        return new JsonCursor(new JsonSource(utf8, offset, offset + length), names, beginning);
    }

    /**
     * Marks the part before the current member, so that {@link #nextDocument} can skip it in a document that begins
     * with the same bytes. The mark of an earlier document is valid until there is a new one.
     *
     * @throws IllegalStateException if it is not at a member of the document itself
     */
    public void markPrefix() {
        if (entered != 1 || first == NONE || name == NOWHERE) {
            throw new IllegalStateException("markPrefix() is allowed only at a member of the root object");
        }
        if (!resumed) {
            beginning = ParsedPrefix.of(source.part(source.from, start), name);
        }
    }

    /**
     * Returns whether the cursor began at the marked member, inside the root object, which must then not be entered.
     */
    public boolean isPrefixReused() {
        return resumed;
    }

    /** Returns the kind of the current value; never MISSING. */
    public Json.Kind kind() {
        return switch (first) {
            case '{' -> Json.Kind.OBJECT;
            case '[' -> Json.Kind.ARRAY;
            case '"' -> Json.Kind.STRING;
            case 't', 'f' -> Json.Kind.BOOLEAN;
            case 'n' -> Json.Kind.NULL;
            case NONE -> throw noValue();
            default -> Json.Kind.NUMBER;
        };
    }

    /**
     * Enters the current object or array; {@link #next} then moves to the first member or element.
     *
     * @throws JsonException if it is at a scalar
     */
    public void enter() {
        if (first != '{' && first != '[') {
            throw misfit("an object or an array", Json.Kind.OBJECT);
        }
        goIn();
    }

    /** Enters the current object as {@link #enter} does; returns false and does not move at any other value. */
    public boolean enterObject() {
        boolean fits = first == '{';
        if (fits) {
            goIn();
        }
        return fits;
    }

    /** Enters the current array as {@link #enter} does; returns false and does not move at any other value. */
    public boolean enterArray() {
        boolean fits = first == '[';
        if (fits) {
            goIn();
        }
        return fits;
    }

    private void goIn() {
        if (at != start) {
            throw taken();
        }
        if (entered == UntrustedJson.MAX_DEPTH) {
            throw scanner.tooDeep(start);
        }
        if (entered == closers.length) {
            closers = Arrays.copyOf(closers, 2 * entered);
        }
        closers[entered++] = (byte) (first == '{' ? '}' : ']');
        fresh = true;
        first = NONE;
        at = start + 1;
    }

    /**
     * Moves to the next member or element of the innermost entered container and skips the rest of the current value.
     * Returns false at the end of the container, which it then leaves; the next call moves in the outer one.
     */
    public boolean next() {
        if (entered == 0) {
            throw new IllegalStateException("next() moves inside an object or array: call enter() first");
        }
        if (at == start) {
            at = scanner.value(start, entered);
        }
        byte closer = closers[entered - 1];
        int found = scanner.next(at, closer, fresh);
        fresh = false;
        first = NONE;
        if (found < 0) {
            at = ~found;
            entered--;
            return false;
        }
        name = closer == '}' ? found : NOWHERE;
        start = closer == '}' ? scanner.name(found) : found;
        first = bytes[start];
        at = first == '{' || first == '[' ? start : scanner.scalar(start);
        return true;
    }

    /** Returns the name of the current member. */
    public String name() {
        if (first == NONE) {
            throw noValue();
        }
        if (name == NOWHERE) {
            throw new IllegalStateException("only the member of an object has a name");
        }
        int end = start;
        while (bytes[end - 1] != '"') {
            end--;
        }
        return names.of(bytes, name, end, scanner);
    }

    /** Returns whether the current value is JSON null. */
    public boolean isNull() {
        return kind() == Json.Kind.NULL;
    }

    /**
     * Returns the text of a string; may contain half a surrogate pair.
     *
     * @throws JsonException if it is at something else
     */
    public String text() {
        if (first != '"') {
            throw misfit("a string", Json.Kind.STRING);
        }
        return scanner.text(start, at);
    }

    /**
     * Returns the text of a string, or the fallback for JSON null.
     *
     * @throws JsonException if it is at something else
     */
    public String textOr(String fallback) {
        return isNull() ? fallback : text();
    }

    /**
     * Returns a whole number of 64 bits in any spelling.
     *
     * @throws JsonException if it is at anything else
     */
    public long asLong() {
        if (first == '-' || (first >= '0' && first <= '9')) {
            OptionalLong whole = scanner.whole(start, at);
            if (whole.isPresent()) {
                return whole.getAsLong();
            }
        }
        return number().toLong().orElseThrow(() -> misfit("a whole number of 64 bits", Json.Kind.NUMBER));
    }

    /**
     * Returns the double nearest to a number.
     *
     * @throws JsonException if it is at something else, or on a number beyond the range of doubles
     */
    public double asDouble() {
        double value = number().toDouble();
        if (Double.isInfinite(value)) {
            throw misfit("a number within the range of doubles", Json.Kind.NUMBER);
        }
        return value;
    }

    /**
     * Returns the value of {@code true} or {@code false}.
     *
     * @throws JsonException if it is at something else
     */
    public boolean asBoolean() {
        if (kind() != Json.Kind.BOOLEAN) {
            throw misfit("true or false", Json.Kind.BOOLEAN);
        }
        return first == 't';
    }

    /**
     * Returns the whole current value, with its order and spelling. An object or array can be read once.
     *
     * @throws JsonException for input that {@link Json#parse(byte[])} refuses
     */
    public Json value() {
        if (first == NONE) {
            throw noValue();
        }
        if (at == start) {
            at = scanner.value(start, entered);
        } else if (first == '{' || first == '[') {
            throw taken();
        }
        return JsonAccess.json(JsonReader.read(source.part(start, at)), JsonLocation.ROOT);
    }

    /**
     * Skips the rest of the document and checks it.
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
        if (at == start) {
            at = scanner.value(start, entered);
        }
        first = NONE;
        int end = scanner.blank(at);
        if (end < source.to) {
            throw source.fault(end, JsonSource.GOES_ON);
        }
    }

    /** Ends reading. Idempotent. */
    @Override
    public void close() {
        closed = true;
        entered = 0;
        first = NONE;
    }

    private NumberNode number() {
        if (kind() != Json.Kind.NUMBER) {
            throw misfit("a number", Json.Kind.NUMBER);
        }
        NumberNode number = NumberNode.of(source.text(start, at));
        if (number == null) {
            throw source.fault(start, NumberNode.OUT_OF_BOUNDS);
        }
        return number;
    }

    private static IllegalStateException noValue() {
        return new IllegalStateException("the cursor is not at a value; call next() until it returns true");
    }

    private static IllegalStateException taken() {
        return new IllegalStateException("value() has taken this object or array already: keep what it returned");
    }

    private JsonException misfit(String wanted, Json.Kind wantedKind) {
        return source.fault(start, JsonAccess.misfit(kind(), wanted, wantedKind));
    }

    /** Returns the kind of the current value, without content. */
    @Override
    public String toString() {
        return "JsonCursor[" + (first == NONE ? "between values" : JsonAccess.word(kind())) + "]";
    }
}
