package dev.plumbline.cli;

import dev.plumbline.body.AiBody;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The bodies of a file, read one at a time. All of it was looked at before the first is handed out: a fault in the last line
 * costs no call.
 *
 * @param file a body in JSON a line; empty lines are none
 * @param bodies how many there are
 */
record BatchInput(Path file, long bodies) {

    /**
     * Looks at all of it.
     *
     * @throws IllegalArgumentException names the line, the place in it and the rule
     */
    static BatchInput of(Path file) throws IOException {
        long bodies = 0;
        try (Lines lines = new Lines(Files.newBufferedReader(file))) {
            while (lines.next() != null) {
                bodies++;
            }
        }
        return new BatchInput(file, bodies);
    }

    /** The bodies from the first on. */
    Lines open() throws IOException {
        return new Lines(Files.newBufferedReader(file));
    }

    /**
     * A body and its position.
     *
     * @param line from 1
     * @param body to be run
     */
    record Numbered(long line, AiBody body) {}

    /** Reads on. Used by one thread. */
    static final class Lines implements AutoCloseable {
        private final BufferedReader reader;
        private long line;

        private Lines(BufferedReader reader) {
            this.reader = reader;
        }

        /** The next body; null behind the last. */
        @Nullable
        Numbered next() throws IOException {
            String text = reader.readLine();
            line++;
            while (text != null && text.isBlank()) {
                text = reader.readLine();
                line++;
            }
            return text == null ? null : new Numbered(line, body(text));
        }

        private AiBody body(String text) {
            try {
                return AiBody.from(Json.parse(text));
            } catch (JsonException e) {
                throw new IllegalArgumentException("line " + line + ": " + Complaint.of(e), e);
            }
        }

        @Override
        public void close() throws IOException {
            reader.close();
        }
    }
}
