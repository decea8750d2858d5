package dev.plumbline.json;

import java.util.Arrays;
import java.util.Objects;
import java.util.OptionalLong;

/**
 * A forward-only reader over the UTF-8 bytes of one JSON document, for decoding what comes from the wire without a
 * tree. It begins on the document's value; {@link #enter} goes into an object or array and {@link #next} from one
 * member or element to the next. What was not read is skipped, yet checked.
 *
 * <p>A document has at most {@link UntrustedJson#MAX_DEPTH} levels of arrays and objects.
 *
 * <p>As strict as {@link Json#parse(byte[])}, but for two things that cost time or that streams do: a member name
 * given twice is refused only inside {@link #value}, and {@link #text} passes on half a surrogate pair, because a
 * stream may cut a character in two. Exceptions for the document are {@link JsonException} with line, column and
 * rule; wrong use is {@link IllegalStateException}. The bytes are not copied: leave them alone until {@link
 * #close}. Not thread-safe.
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

    /** No value begins with this byte. */
    private static final byte NONE = 0;

    private final JsonSource source;
    private final byte[] bytes;
    private final JsonScanner scanner;
    private final JsonNames names;
    private final boolean resumed;
    private KnownBeginning beginning;

    // The bracket that closes each container that was entered, innermost last.
    private byte[] closers = new byte[8];
    private int entered;
    private boolean fresh;

    // The first byte of the value it is at, where that is and, if it is a member, where its name begins.
    private byte first;
    private int start;
    private int name = NOWHERE;

    // Where reading goes on: after the value it is at, or at an object or array that was neither entered nor
    // taken.
    private int at;
    private boolean closed;

    private JsonCursor(JsonSource source, JsonNames names, KnownBeginning known) {
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
     * A cursor on the value of a document.
     *
     * @throws JsonException if the bytes are not UTF-8 or begin no value
     */
    public static JsonCursor of(byte[] utf8, int offset, int length) {
        return of(utf8, offset, length, new JsonNames());
    }

    /**
     * A cursor on the value of a document whose members have such names as others had before.
     *
     * @throws JsonException if the bytes are not UTF-8 or begin no value
     */
    public static JsonCursor of(byte[] utf8, int offset, int length, JsonNames names) {
        Objects.checkFromIndexSize(offset, length, utf8.length);
        return new JsonCursor(new JsonSource(utf8, offset, offset + length), names, KnownBeginning.NONE);
    }

    /**
     * A cursor on another document, for documents that come one after the other and are alike, such as the events of a stream.
     * Names they share are kept; and where this one was {@linkplain #mark marked} and the other begins with the same bytes, it
     * is {@linkplain #isResumed resumed} there. To be used by the same thread.
     *
     * @throws JsonException if the bytes are not UTF-8 or begin no value
     */
    public JsonCursor another(byte[] utf8, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, utf8.length);
        return new JsonCursor(new JsonSource(utf8, offset, offset + length), names, beginning);
    }

    /**
     * Marks the part before the member it is at as not needed, so that {@link #another} document that begins
     * with the same bytes need not be read again up to there. The mark of an earlier document stays until there is a
     * new one.
     *
     * @throws IllegalStateException if it is not at a member of the document itself
     */
    public void mark() {
        if (entered != 1 || first == NONE || name == NOWHERE) {
            throw new IllegalStateException("mark() is for a member of the document itself");
        }
        if (!resumed) {
            beginning = KnownBeginning.of(source.part(source.from, start), name);
        }
    }

    /** Whether it began on the member that was marked: inside the document, which must not be entered again. */
    public boolean isResumed() {
        return resumed;
    }

    /** The kind of the value it is at; never MISSING. */
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
     * Enters the object or array it is at; {@link #next} then moves to the first member or element.
     *
     * @throws JsonException if it is at a scalar
     */
    public void enter() {
        if (first != '{' && first != '[') {
            throw misfit("an object or an array", Json.Kind.OBJECT);
        }
        goIn();
    }

    /** Enters the object it is at, as {@link #enter} does; returns false, and stays, if it is at anything else. */
    public boolean enterObject() {
        boolean fits = first == '{';
        if (fits) {
            goIn();
        }
        return fits;
    }

    /** Enters the array it is at, as {@link #enter} does; returns false, and stays, if it is at anything else. */
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
     * Moves to the next member or element of the innermost container entered, past whatever was not read of the value
     * it is at. False at the container's end: the cursor then has left it, and the next call moves in the one
     * around it.
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

    /** The name of the member it is at. */
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

    /** Whether it is at JSON null. */
    public boolean isNull() {
        return kind() == Json.Kind.NULL;
    }

    /**
     * The text of a string; may hold half a surrogate pair.
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
     * The text of a string, or the fallback for JSON null.
     *
     * @throws JsonException if it is at something else
     */
    public String textOr(String fallback) {
        return isNull() ? fallback : text();
    }

    /**
     * A whole number of 64 bits, whatever its spelling.
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
     * The double nearest to a number.
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
     * The value of {@code true} or {@code false}.
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
     * The whole value it is at, with its order and spelling. An object or array can be taken once.
     *
     * @throws JsonException for what {@link Json#parse(byte[])} would refuse
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
        return new Json(JsonReader.read(source.part(start, at)), Place.ROOT);
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
        if (at == start) {
            at = scanner.value(start, entered);
        }
        first = NONE;
        int end = scanner.blank(at);
        if (end < source.to) {
            throw source.fault(end, JsonSource.GOES_ON);
        }
    }

    /** Reads no more. May be called again. */
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
        return source.fault(start, kind().misfit(wanted, wantedKind));
    }

    /** Its position and the kind of value, without content. */
    @Override
    public String toString() {
        return "JsonCursor[" + (first == NONE ? "between values" : kind().word()) + "]";
    }
}
