package dev.plumbline.sandbox.internal;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;

/** Reads the unescaped characters of a JSON string that may not fit into memory. */
final class JsonStringReader extends Reader {
    private final Reader raw;

    /** Creates a reader of the string whose opening quote is next in the scan. */
    JsonStringReader(JsonStreamScanner scan) throws IOException {
        scan.pass('"');
        raw = new BufferedReader(new InputStreamReader(new Inside(scan), StandardCharsets.UTF_8));
    }

    @Override
    public int read() throws IOException {
        int next = raw.read();
        if (next != '\\') {
            return next;
        }
        int escaped = raw.read();
        return switch (escaped) {
            case 'n' -> '\n';
            case 't' -> '\t';
            case 'r' -> '\r';
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'u' -> hex();
            default -> escaped;
        };
    }

    private int hex() throws IOException {
        int value = 0;
        for (int digit = 0; digit < 4; digit++) {
            value = value * 16 + Character.digit(raw.read(), 16);
        }
        return value;
    }

    @Override
    public int read(char[] into, int from, int length) throws IOException {
        int count = 0;
        for (int next = 0; count < length && (next = read()) >= 0; count++) {
            into[from + count] = (char) next;
        }
        return count == 0 && length > 0 ? -1 : count;
    }

    @Override
    public void close() {}

    /** The bytes up to the closing quote of the string. */
    private static final class Inside extends InputStream {
        private final JsonStreamScanner scan;
        private boolean escaped;
        private boolean ended;

        Inside(JsonStreamScanner scan) {
            this.scan = scan;
        }

        @Override
        public int read() throws IOException {
            if (ended) {
                return -1;
            }
            int next = scan.take();
            ended = next == '"' && !escaped;
            escaped = next == '\\' && !escaped;
            return ended ? -1 : next;
        }

        @Override
        public int read(byte[] into, int from, int length) throws IOException {
            int count = 0;
            for (int next = 0; count < length && (next = read()) >= 0; count++) {
                into[from + count] = (byte) next;
            }
            return count == 0 && length > 0 ? -1 : count;
        }
    }
}
