package dev.plumbline.json.internal;

import dev.plumbline.json.JsonException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads a whole document into a tree, with its order and spelling, by the {@link JsonScanner} that a {@link JsonCursor}
 * uses. It decides only whether a document is valid; {@link JsonReader} finds the message for one that is not. Used
 * once, by one thread.
 */
final class JsonTreeReader {
    /** The number of names from which on equal names share one string; few names are not worth a cache. */
    private static final int SHARED_FROM = 24;

    private final JsonSource source;
    private final byte[] bytes;
    private final JsonScanner scanner;
    private final boolean hasEscapes;

    // The members read so far of all objects and arrays that are open, innermost last.
    private String[] names = new String[16];
    private Node[] values = new Node[16];
    private int top;

    private int namesRead;
    private @Nullable JsonNameCache shared;

    /** The position after the value that was read last. */
    private int end;

    JsonTreeReader(JsonSource source) {
        this.source = source;
        this.bytes = source.bytes;
        this.scanner = new JsonScanner(source);
        this.hasEscapes = source.hasEscapes();
    }

    /**
     * Returns the value of the document.
     *
     * @throws JsonException if the document is invalid; with a message that may be less helpful than that of {@link
     *     JsonReader}
     */
    Node document() {
        Node value = value(scanner.token(source.from), 0);
        int rest = scanner.blank(end);
        if (rest < source.to) {
            throw source.fault(rest, JsonSource.GOES_ON);
        }
        return value;
    }

    private Node value(int start, int depth) {
        return switch (bytes[start]) {
            case '{' -> object(start, deeper(start, depth));
            case '[' -> array(start, deeper(start, depth));
            default -> scalar(start);
        };
    }

    private int deeper(int start, int depth) {
        if (depth == Node.MOST_LEVELS) {
            throw source.fault(start, Node.TOO_DEEP);
        }
        return depth + 1;
    }

    private Node scalar(int start) {
        end = scanner.scalar(start);
        return switch (bytes[start]) {
            case '"' -> string(start);
            case 't' -> LiteralNode.TRUE;
            case 'f' -> LiteralNode.FALSE;
            case 'n' -> LiteralNode.NULL;
            default -> number(start);
        };
    }

    private Node string(int start) {
        String text = scanner.text(start, end);
        if (hasEscapes && UnicodeValidator.hasLoneSurrogate(text)) {
            throw source.fault(start, UnicodeValidator.LONE_SURROGATE);
        }
        return new TextNode(text);
    }

    private Node number(int start) {
        Node number = NumberNode.of(source.text(start, end));
        if (number == null) {
            throw source.fault(start, NumberNode.OUT_OF_BOUNDS);
        }
        return number;
    }

    private Node object(int start, int depth) {
        int base = top;
        Set<String> seen = null;
        int at = scanner.next(start + 1, (byte) '}', true);
        while (at >= 0) {
            int value = scanner.name(at);
            String name = name(at, value);
            seen = refuseSecond(name, at, base, seen);
            push(name, value(value, depth));
            at = scanner.next(end, (byte) '}', false);
        }
        end = ~at;
        ObjectNode object = top == base
                ? ObjectNode.EMPTY
                : new ObjectNode(Arrays.copyOfRange(names, base, top), Arrays.copyOfRange(values, base, top));
        top = base;
        return object;
    }

    private Node array(int start, int depth) {
        int base = top;
        int at = scanner.next(start + 1, (byte) ']', true);
        while (at >= 0) {
            push("", value(at, depth));
            at = scanner.next(end, (byte) ']', false);
        }
        end = ~at;
        ArrayNode array = top == base ? ArrayNode.EMPTY : new ArrayNode(Arrays.copyOfRange(values, base, top));
        top = base;
        return array;
    }

    /** Returns the name that begins at a position, given the start of its value. */
    private String name(int start, int value) {
        int close = value - 1;
        while (bytes[close] != '"') {
            close--;
        }
        if (++namesRead < SHARED_FROM) {
            return scanner.text(start, close + 1);
        }
        if (shared == null) {
            shared = new JsonNameCache();
        }
        return shared.of(bytes, start, close + 1, scanner);
    }

    /** Refuses a repeated name: compares few names one by one, and uses a set that resists hash collisions for many. */
    private @Nullable Set<String> refuseSecond(String name, int start, int base, @Nullable Set<String> seen) {
        Set<String> set = seen;
        if (set == null && top - base >= ObjectNode.FEW) {
            set = new HashSet<>(Arrays.asList(names).subList(base, top));
        }
        if (set == null ? isAmongFew(name, base) : !set.add(name)) {
            throw source.fault(start, JsonReader.SECOND_NAME);
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

    private void push(String name, Node value) {
        if (top == values.length) {
            names = Arrays.copyOf(names, 2 * top);
            values = Arrays.copyOf(values, 2 * top);
        }
        names[top] = name;
        values[top++] = value;
    }
}
