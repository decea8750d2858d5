package dev.plumbline.json.internal;

import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Writes one JSON text: tokens go into a growing buffer of UTF-8, without a tree. It checks that the output is JSON,
 * but not that member names are unique. A {@link Json} keeps its order and
 * its number spelling. Not thread-safe.
 *
 * <pre>{@code
 * byte[] body = new JsonWriter().object()
 *         .name("model").value("some-model")
 *         .name("messages").array().json(first).json(second).end()
 *         .end().toBytes();
 * }</pre>
 */
public final class JsonWriter {
    private static final int LEAST = 512;

    private final JsonBuffer out;

    // One state per open array or object and one for the text itself, innermost last.
    private State[] states = new State[16];
    private int depth;

    /** Creates an empty writer. */
    public JsonWriter() {
        this(0);
    }

    /** Creates an empty writer with that initial capacity in bytes. */
    public JsonWriter(int expected) {
        out = new JsonBuffer(LEAST + expected);
        states[0] = State.TEXT;
    }

    /** Begins an object. */
    public JsonWriter object() {
        beginValue();
        open(State.OBJECT, '{');
        return this;
    }

    /** Begins an array. */
    public JsonWriter array() {
        beginValue();
        open(State.ARRAY, '[');
        return this;
    }

    /**
     * Ends the innermost object or array.
     *
     * @throws IllegalStateException if none is open or a name waits for its value
     */
    public JsonWriter end() {
        switch (states[depth]) {
            case OBJECT, NEXT_MEMBER -> out.raw('}');
            case ARRAY, NEXT_ELEMENT -> out.raw(']');
            default -> throw misuse("end() needs an open array or object, and a value for every name");
        }
        depth--;
        return this;
    }

    /**
     * Writes the name of the next member.
     *
     * @throws IllegalStateException outside an object, or where a value is due
     * @throws JsonException if it holds half a surrogate pair
     */
    public JsonWriter name(String name) {
        State state = states[depth];
        if (state != State.OBJECT && state != State.NEXT_MEMBER) {
            throw misuse("name(…) is allowed only inside an object, before each value");
        }
        // A refused string leaves the writer as it was, so that what follows is still JSON.
        out.quoted(state == State.NEXT_MEMBER ? ',' : JsonBuffer.NOTHING, name, ':');
        states[depth] = State.MEMBER_VALUE;
        return this;
    }

    /**
     * Returns a string.
     *
     * @throws JsonException if it holds half a surrogate pair
     */
    public JsonWriter value(String text) {
        State state = states[depth];
        State after = state.after;
        if (after == null) {
            throw noPlace(state);
        }
        out.quoted(state == State.NEXT_ELEMENT ? ',' : JsonBuffer.NOTHING, text, JsonBuffer.NOTHING);
        states[depth] = after;
        return this;
    }

    /** Writes a whole number. */
    public JsonWriter value(long number) {
        beginValue();
        out.ascii(Long.toString(number));
        return this;
    }

    /**
     * Writes a number in its shortest spelling.
     *
     * @throws JsonException for NaN and infinity
     */
    public JsonWriter value(double number) {
        if (!Double.isFinite(number)) {
            throw new JsonException("", JavaToJson.NOT_FINITE);
        }
        beginValue();
        out.ascii(EcmaScriptDoubles.spelling(number));
        return this;
    }

    /** Writes true or false. */
    public JsonWriter value(boolean flag) {
        beginValue();
        out.ascii(flag ? "true" : "false");
        return this;
    }

    /** Writes JSON null. */
    public JsonWriter nullValue() {
        beginValue();
        out.ascii("null");
        return this;
    }

    /**
     * Writes a whole value, with its order of members and spelling of numbers.
     *
     * @throws JsonException if it is {@link Json.Kind#MISSING}
     */
    public JsonWriter json(Json value) {
        Node node = JsonAccess.node(value);
        beginValue();
        node.write(out, Node.Form.GIVEN);
        return this;
    }

    /**
     * Writes one value, or several with commas between them, that another writer has finished; they are not checked
     * again.
     *
     * @param utf8 the result of {@link #toBytes}, or the inside of such an array
     */
    public JsonWriter encoded(byte[] utf8) {
        return encoded(utf8, 0, utf8.length);
    }

    /**
     * Writes a part of such bytes, from one index to before another; they must not change before the text is finished.
     */
    public JsonWriter encoded(byte[] utf8, int from, int to) {
        beginValue();
        out.bytes(utf8, from, to);
        return this;
    }

    /** Returns the number of bytes so far. */
    public int size() {
        return out.size();
    }

    /**
     * Returns the finished text in UTF-8, as a new array.
     *
     * @throws IllegalStateException if there is no value yet, or an array or object is still open
     */
    public byte[] toBytes() {
        if (states[depth] != State.DONE) {
            throw misuse("the text is not finished: write one value and end() what is open");
        }
        return out.toBytes();
    }

    private void beginValue() {
        State state = states[depth];
        State after = state.after;
        if (after == null) {
            throw noPlace(state);
        }
        if (state == State.NEXT_ELEMENT) {
            out.raw(',');
        }
        states[depth] = after;
    }

    private void open(State state, char bracket) {
        out.raw(bracket);
        depth++;
        if (depth == states.length) {
            states = Arrays.copyOf(states, 2 * depth);
        }
        states[depth] = state;
    }

    private static IllegalStateException noPlace(State state) {
        return misuse(
                state == State.DONE
                        ? "the value has ended: nothing may follow it"
                        : "in an object every value needs a name: call name(…) first");
    }

    private static IllegalStateException misuse(String rule) {
        return new IllegalStateException(rule);
    }

    @Override
    public String toString() {
        return "JsonWriter[" + size() + " bytes]";
    }

    /** The state of a container: which token may follow. */
    private enum State {
        DONE(null),
        OBJECT(null),
        NEXT_MEMBER(null),
        MEMBER_VALUE(NEXT_MEMBER),
        NEXT_ELEMENT(),
        ARRAY(NEXT_ELEMENT),
        TEXT(DONE);

        /** The state after a value; null if no value may be written. */
        final @Nullable State after;

        State() {
            this.after = this;
        }

        State(@Nullable State after) {
            this.after = after;
        }
    }
}
