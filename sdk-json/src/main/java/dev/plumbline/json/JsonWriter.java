package dev.plumbline.json;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A writer of one JSON text: tokens go straight into a growing piece of UTF-8, without a tree. It checks that what
 * comes out is JSON, except that it does not look for a member name given twice. A {@link Json} keeps its order and
 * its number spelling. Not thread-safe.
 *
 * <pre>{@code
 * byte[] body = new JsonWriter().object()
 *         .name("model").value("gpt-5-mini")
 *         .name("messages").array().json(first).json(second).end()
 *         .end().toBytes();
 * }</pre>
 */
public final class JsonWriter {
    private static final int LEAST = 512;

    private final JsonBytes out;

    // One state per open array or object and one for the text itself, innermost last.
    private State[] states = new State[16];
    private int depth;

    /** An empty writer. */
    public JsonWriter() {
        this(0);
    }

    /** An empty writer with a capacity of about so many bytes; it grows when there are more. */
    public JsonWriter(int expected) {
        out = new JsonBytes(LEAST + expected);
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
     * The name of the next member.
     *
     * @throws IllegalStateException outside an object, or where a value is due
     * @throws JsonException if it holds half a surrogate pair
     */
    public JsonWriter name(String name) {
        State state = states[depth];
        if (state != State.OBJECT && state != State.NEXT_MEMBER) {
            throw misuse("a name belongs into an object, before each value");
        }
        // A refused string leaves the writer as it was, so that what follows is still JSON.
        out.quoted(state == State.NEXT_MEMBER ? ',' : JsonBytes.NOTHING, name, ':');
        states[depth] = State.MEMBER_VALUE;
        return this;
    }

    /**
     * A string.
     *
     * @throws JsonException if it holds half a surrogate pair
     */
    public JsonWriter value(String text) {
        State state = states[depth];
        State after = state.after;
        if (after == null) {
            throw noPlace(state);
        }
        out.quoted(state == State.NEXT_ELEMENT ? ',' : JsonBytes.NOTHING, text, JsonBytes.NOTHING);
        states[depth] = after;
        return this;
    }

    /** A whole number. */
    public JsonWriter value(long number) {
        beginValue();
        out.ascii(Long.toString(number));
        return this;
    }

    /**
     * A number in its shortest spelling.
     *
     * @throws JsonException for NaN and infinity
     */
    public JsonWriter value(double number) {
        if (!Double.isFinite(number)) {
            throw new JsonException("", JavaValues.NOT_FINITE);
        }
        beginValue();
        out.ascii(EcmaScript.spelling(number));
        return this;
    }

    /** True or false. */
    public JsonWriter value(boolean flag) {
        beginValue();
        out.ascii(flag ? "true" : "false");
        return this;
    }

    /** JSON null. */
    public JsonWriter nullValue() {
        beginValue();
        out.ascii("null");
        return this;
    }

    /**
     * A whole value, members and numbers as it was given them.
     *
     * @throws JsonException if it is {@link Json.Kind#MISSING}
     */
    public JsonWriter json(Json value) {
        Node node = value.toNode();
        beginValue();
        node.write(out, Node.Form.GIVEN);
        return this;
    }

    /**
     * One value, or several with commas between them, that a writer has finished before; they are not checked again.
     *
     * @param utf8 what {@link #toBytes} gave, or the inside of such an array
     */
    public JsonWriter encoded(byte[] utf8) {
        return encoded(utf8, 0, utf8.length);
    }

    /** A part of such bytes, from one index to before another; they must not change before the text is finished. */
    public JsonWriter encoded(byte[] utf8, int from, int to) {
        beginValue();
        out.bytes(utf8, from, to);
        return this;
    }

    /** How many bytes there are so far. */
    public int size() {
        return out.size();
    }

    /**
     * The finished text in UTF-8, as a fresh array.
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

    /** What may come next, and what may when a value was written. */
    private enum State {
        DONE(null),
        OBJECT(null),
        NEXT_MEMBER(null),
        MEMBER_VALUE(NEXT_MEMBER),
        NEXT_ELEMENT(),
        ARRAY(NEXT_ELEMENT),
        TEXT(DONE);

        /** Null where no value may be written. */
        final @Nullable State after;

        State() {
            this.after = this;
        }

        State(@Nullable State after) {
            this.after = after;
        }
    }
}
