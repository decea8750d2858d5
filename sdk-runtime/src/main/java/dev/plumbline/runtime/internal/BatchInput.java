package dev.plumbline.runtime.internal;

import dev.plumbline.body.AiBody;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The bodies of a batch with their numbers. A file is read line by line each time, and is checked first as a whole. */
public interface BatchInput {

    /** Returns the number of bodies. */
    long bodies();

    /** Opens the input at the first body. */
    Bodies open() throws IOException;

    /**
     * Reads and checks a file with a JSON body per line; empty lines are ignored. A whole check comes first, so that an
     * error in the last line costs no call.
     *
     * @throws IllegalArgumentException for an invalid body, with line, place and rule
     */
    static BatchInput of(Path file) throws IOException {
        long bodies = 0;
        try (Bodies lines = new LineBodies(Files.newBufferedReader(file))) {
            while (lines.next() != null) {
                bodies++;
            }
        }
        return new BodyFile(file, bodies);
    }

    /** Returns these bodies, with the numbers from 1. */
    static BatchInput of(List<AiBody> bodies) {
        return new BodyList(List.copyOf(bodies));
    }

    /**
     * A body and its number.
     *
     * @param line the number of its line in a file, or its place in a list, from 1
     * @param body the body
     */
    record Numbered(long line, AiBody body) {
        /** Returns the fingerprint of the body as text. */
        public String fingerprint() {
            return body.fingerprint().text();
        }
    }

    /** The bodies in order. Used by one thread. */
    interface Bodies extends AutoCloseable {
        /** Returns the next body; null after the last. */
        @Nullable
        Numbered next() throws IOException;

        @Override
        void close() throws IOException;
    }

    /** The bodies of a file. */
    record BodyFile(Path file, long bodies) implements BatchInput {
        @Override
        public Bodies open() throws IOException {
            return new LineBodies(Files.newBufferedReader(file));
        }
    }

    /** Bodies in memory. */
    record BodyList(List<AiBody> list) implements BatchInput {
        @Override
        public long bodies() {
            return list.size();
        }

        @Override
        public Bodies open() {
            Iterator<AiBody> each = list.iterator();
            return new Bodies() {
                private long number;

                @Override
                public @Nullable Numbered next() {
                    return each.hasNext() ? new Numbered(++number, each.next()) : null;
                }

                @Override
                public void close() {
                    // nothing is open
                }
            };
        }
    }

    /** Reads bodies from lines. */
    final class LineBodies implements Bodies {
        private final BufferedReader reader;
        private long line;

        private LineBodies(BufferedReader reader) {
            this.reader = reader;
        }

        @Override
        public @Nullable Numbered next() throws IOException {
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
                String place = e.place().isEmpty() ? "" : e.place() + ": ";
                throw new IllegalArgumentException("line " + line + ": " + place + e.rule(), e);
            }
        }

        @Override
        public void close() throws IOException {
            reader.close();
        }
    }
}
