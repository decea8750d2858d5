package dev.plumbline.testkit.laws;

import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.Optional;

/** The body of a response: out of its chunks if it has any, else as long as its head says. */
public final class ChunkedBody extends InputStream {
    private final InputStream in;
    private final String headers;
    private final boolean chunked;
    private int left;
    private long length = Long.MAX_VALUE;

    /** Reads the head of a response. */
    public ChunkedBody(InputStream in) throws IOException {
        this.in = in;
        StringBuilder head = new StringBuilder();
        for (int next = in.read(); next >= 0; next = in.read()) {
            head.append((char) next);
            if (head.toString().endsWith("\r\n\r\n")) {
                break;
            }
        }
        headers = head.toString();
        chunked = headers.contains("Transfer-Encoding: chunked");
        headers.lines()
                .filter(line -> line.toLowerCase(Locale.ROOT).startsWith("content-length:"))
                .forEach(line -> length =
                        Long.parseLong(line.substring(line.indexOf(':') + 1).strip()));
    }

    /** Returns the number of the status; 0 if no head came. */
    public int status() {
        return headers.startsWith("HTTP/") ? Integer.parseInt(headers.substring(9, 12)) : 0;
    }

    /** Returns the value of a header; empty without it. */
    public Optional<String> header(String name) {
        return headers.lines()
                .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(name.toLowerCase(Locale.ROOT) + ":"))
                .map(line -> line.substring(name.length() + 1).strip())
                .findFirst();
    }

    @Override
    public int read() throws IOException {
        if (!chunked) {
            return length-- > 0 ? in.read() : -1;
        }
        if (left == 0) {
            left = size();
        }
        if (left <= 0) {
            return -1;
        }
        int next = in.read();
        if (--left == 0) {
            in.skipNBytes(2);
        }
        return next;
    }

    /** As many as there are, so that a reader does not wait for more. */
    @Override
    public int read(byte[] into, int from, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        int next = read();
        if (next < 0) {
            return -1;
        }
        into[from] = (byte) next;
        return 1;
    }

    private int size() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                return -1;
            }
            line.append((char) next);
        }
        return Integer.parseInt(line.toString().strip(), 16);
    }
}
