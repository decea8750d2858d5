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
 * The bodies of a file, read one at a time. The whole file is checked first, so that an error in the last line costs no
 * call.
 *
 * @param file a file with a JSON body per line; empty lines are ignored
 * @param bodies the number of bodies
 */
record BatchInput(Path file, long bodies) {

    /**
     * Reads and checks the whole file.
     *
     * @throws IllegalArgumentException for an invalid body, with line, place and rule
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

    /** Opens the file at the first body. */
    Lines open() throws IOException {
        return new Lines(Files.newBufferedReader(file));
    }

    /**
     * A body and its line.
     *
     * @param line the number of the line, from 1
     * @param body the body
     */
    record Numbered(long line, AiBody body) {}

    /** Reads the bodies in order. Used by one thread. */
    static final class Lines implements AutoCloseable {
        private final BufferedReader reader;
        private long line;

        private Lines(BufferedReader reader) {
            this.reader = reader;
        }

        /** Returns the next body; null after the last. */
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
                throw new IllegalArgumentException("line " + line + ": " + ErrorLine.of(e), e);
            }
        }

        @Override
        public void close() throws IOException {
            reader.close();
        }
    }
}
