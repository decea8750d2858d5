package dev.plumbline.json.internal;

import dev.plumbline.json.JsonException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * Reads values into a tree, with their order and spelling: documents by {@link JsonTreeReader}, and the current value of
 * a parser of Jackson. Jackson also finds the message for an invalid document, because its parser stops at the first
 * wrong byte. Used once, by one thread.
 */
public final class JsonReader {
    /** The rule that a repeated member name breaks. */
    static final String SECOND_NAME = "an object has one member name twice: keep one of them";

    private final JsonSource source;
    private final JsonParser parser;
    private final boolean hasEscapes;

    // The members read so far of all objects and arrays that are open, innermost last.
    private String[] names = new String[16];
    private Node[] values = new Node[16];
    private int top;

    JsonReader(JsonSource source, JsonParser parser) {
        this(source, parser, true);
    }

    private JsonReader(JsonSource source, JsonParser parser, boolean hasEscapes) {
        this.source = source;
        this.parser = parser;
        this.hasEscapes = hasEscapes;
    }

    public static Node read(String text) {
        int lone = UnicodeValidator.loneSurrogate(text);
        if (lone >= 0) {
            throw of(text.substring(0, lone)).fault(Integer.MAX_VALUE, UnicodeValidator.LONE_SURROGATE);
        }
        JsonSource source = of(text);
        source.checkBeginning();
        return read(source);
    }

    public static Node read(byte[] utf8) {
        JsonSource source = new JsonSource(utf8, 0, utf8.length);
        source.check();
        return read(source);
    }

    private static JsonSource of(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        return new JsonSource(utf8, 0, utf8.length);
    }

    /** Returns the value of a checked source. */
    public static Node read(JsonSource source) {
        try {
            return new JsonTreeReader(source).document();
        } catch (JsonException e) {
            return readByJackson(source);
        }
    }

    /** Returns the value of a source that our own reader refused; in nearly all cases it is refused again. */
    private static Node readByJackson(JsonSource source) {
        JsonParser parser = source.open();
        try (parser) {
            return new JsonReader(source, parser, source.hasEscapes()).document();
        } catch (JacksonException e) {
            throw source.fault(parser, e);
        }
    }

    private Node document() {
        JsonToken first = parser.nextToken();
        if (first == null) {
            throw source.fault(parser, "there is no value: the text is empty");
        }
        Node value = value(first);
        source.refuseMore(parser);
        return value;
    }

    /** Reads the value whose first token is the parser's current one; afterwards the last one is current. */
    Node value(JsonToken token) {
        return switch (token) {
            case START_OBJECT -> object();
            case START_ARRAY -> array();
            case VALUE_STRING -> string();
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number();
            case VALUE_TRUE -> LiteralNode.TRUE;
            case VALUE_FALSE -> LiteralNode.FALSE;
            case VALUE_NULL -> LiteralNode.NULL;
            default -> throw source.fault(parser, "a value is expected");
        };
    }

    private Node object() {
        int base = top;
        Set<String> seen = null;
        for (String name = parser.nextName(); name != null; name = parser.nextName()) {
            seen = refuseSecond(name, base, seen);
            push(name, value(parser.nextToken()));
        }
        ObjectNode object = top == base
                ? ObjectNode.EMPTY
                : new ObjectNode(Arrays.copyOfRange(names, base, top), Arrays.copyOfRange(values, base, top));
        top = base;
        return object;
    }

    /** Refuses a repeated name: compares few names one by one, and uses a set that resists hash collisions for many. */
    private @Nullable Set<String> refuseSecond(String name, int base, @Nullable Set<String> seen) {
        Set<String> set = seen;
        if (set == null && top - base >= ObjectNode.FEW) {
            set = new HashSet<>(Arrays.asList(names).subList(base, top));
        }
        if (set == null ? isAmongFew(name, base) : !set.add(name)) {
            throw source.fault(parser, SECOND_NAME);
        }
        return set;
    }

    private boolean isAmongFew(String name, int base) {
        for (int i = base; i < top; i++) {
            if (names[i].equals(name)) {
                return true;
            }
        }
        return false;
    }

    private Node array() {
        int base = top;
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            push("", value(token));
        }
        ArrayNode array = top == base ? ArrayNode.EMPTY : new ArrayNode(Arrays.copyOfRange(values, base, top));
        top = base;
        return array;
    }

    private void push(String name, Node value) {
        if (top == values.length) {
            names = Arrays.copyOf(names, 2 * top);
            values = Arrays.copyOf(values, 2 * top);
        }
        names[top] = name;
        values[top++] = value;
    }

    private Node string() {
        // Jackson refuses half a pair in names, but not in strings. UTF-8 itself has none.
        String text = parser.getString();
        if (hasEscapes && UnicodeValidator.hasLoneSurrogate(text)) {
            throw source.fault(parser, UnicodeValidator.LONE_SURROGATE);
        }
        return new TextNode(text);
    }

    private Node number() {
        Node number = NumberNode.of(parser.getString());
        if (number == null) {
            throw source.fault(parser, NumberNode.OUT_OF_BOUNDS);
        }
        return number;
    }
}
