package dev.plumbline.sandbox.internal;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/**
 * Scans the bytes of a JSON document that this SDK wrote and that may not fit into memory. It finds where values begin
 * and end, and returns the requested ones. Not thread-safe.
 */
final class JsonStreamScanner {
    private static final int END = -1;

    private final InputStream in;
    private final ByteArrayOutputStream copy = new ByteArrayOutputStream();
    private int copyMost;
    private long length;
    private int ahead;

    JsonStreamScanner(InputStream in) throws IOException {
        this.in = in;
        ahead = in.read();
    }

    /** Returns the first byte of the next value. */
    int first() throws IOException {
        while (ahead == ' ' || ahead == '\n' || ahead == '\r' || ahead == '\t') {
            ahead = in.read();
        }
        return ahead;
    }

    /** Skips that byte, which must be next. */
    void pass(int expected) throws IOException {
        if (first() != expected) {
            throw new EOFException("not valid JSON");
        }
        take();
    }

    /** Returns whether there is another element or member before that end, and skips the comma or the end. */
    boolean more(int end, boolean isFirst) throws IOException {
        if (first() == end) {
            take();
            return false;
        }
        if (!isFirst) {
            pass(',');
            first();
        }
        return true;
    }

    /** Skips a value and returns its bytes if there are at most that many. */
    Passed value(int most) throws IOException {
        copy.reset();
        copyMost = most;
        length = 0;
        int first = first();
        skipValue(first);
        copyMost = 0;
        return new Passed(first, length, length > most ? Optional.empty() : Optional.of(copy.toByteArray()));
    }

    private void skipValue(int first) throws IOException {
        if (first == '"') {
            skipString();
        } else if (first == '{' || first == '[') {
            skipContainer();
        } else {
            skipScalar();
        }
    }

    private void skipString() throws IOException {
        take();
        for (int next = take(); next != '"'; next = take()) {
            if (next == '\\') {
                take();
            }
        }
    }

    private void skipContainer() throws IOException {
        int depth = 0;
        do {
            if (ahead == '"') {
                skipString();
            } else {
                int next = take();
                depth += next == '{' || next == '[' ? 1 : next == '}' || next == ']' ? -1 : 0;
            }
        } while (depth > 0);
    }

    private void skipScalar() throws IOException {
        while (ahead != END && ",]} \n\r\t".indexOf(ahead) < 0) {
            take();
        }
    }

    /** Returns the next byte. */
    int take() throws IOException {
        if (ahead == END) {
            throw new EOFException("the document ends early");
        }
        int taken = ahead;
        length++;
        if (length <= copyMost) {
            copy.write(taken);
        }
        ahead = in.read();
        return taken;
    }

    /**
     * A value that was skipped.
     *
     * @param first its first byte, which determines its kind
     * @param length its length in bytes
     * @param bytes its bytes; empty if it was too long
     */
    record Passed(int first, long length, Optional<byte[]> bytes) {
        String kind() {
            return switch (first) {
                case '{' -> "object";
                case '[' -> "array";
                case '"' -> "text";
                case 't', 'f' -> "boolean";
                case 'n' -> "null";
                default -> "number";
            };
        }
    }
}
