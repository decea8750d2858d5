package dev.plumbline.mcpclient;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Reads lines of UTF-8 whose length is limited, so that a line without an end cannot fill the memory. Used by one thread. */
final class LineReader {
    private static final int CHUNK = 16 << 10;

    private final InputStream in;
    private final int most;
    private final byte[] buffer = new byte[CHUNK];
    private int from;
    private int to;

    LineReader(InputStream in, int most) {
        this.in = in;
        this.most = most;
    }

    /**
     * Returns the next line without its end; empty at the end of the stream, also for a line that has none.
     *
     * @throws McpFailure PROTOCOL for a longer line
     */
    Optional<String> next() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        while (true) {
            if (from == to) {
                from = 0;
                to = Math.max(0, in.read(buffer));
                if (to == 0) {
                    return Optional.empty();
                }
            }
            int end = from;
            while (end < to && buffer[end] != '\n') {
                end++;
            }
            if (line.size() + end - from > most) {
                throw McpFailure.of(
                        McpFailure.Kind.PROTOCOL, "the server sent a message longer than " + most + " bytes");
            }
            line.write(buffer, from, end - from);
            from = Math.min(to, end + 1);
            if (end < to) {
                return Optional.of(line.toString(StandardCharsets.UTF_8).strip());
            }
        }
    }
}
