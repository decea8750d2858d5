package dev.plumbline.tool;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Stores large tool results for a while, under the SHA-256 of their content. What is stored belongs to a
 * session: nobody else finds it. Bounded in size and number, so the oldest may be gone when they are asked for. Safe for
 * any number of threads.
 */
public interface ToolResultStore {
    /** A store that stores nothing. */
    ToolResultStore NONE = new ToolResultStore() {
        @Override
        public Optional<StoredResult> keep(String session, String mediaType, InputStream content) {
            return Optional.empty();
        }

        @Override
        public Optional<StoredResult> find(String session, String reference) {
            return Optional.empty();
        }
    };

    /**
     * Stores what the stream holds, reading it to its end; the same content is stored once.
     *
     * @param session whose it is
     * @param mediaType e.g. {@code application/json}
     * @return empty when it is larger than one result may be, or nothing is stored here
     * @throws IOException when the content cannot be read or written
     */
    Optional<StoredResult> keep(String session, String mediaType, InputStream content) throws IOException;

    /** The result that the session stored under a reference; empty if there is none or it was deleted. */
    Optional<StoredResult> find(String session, String reference);

    /**
     * A stored result.
     *
     * @param reference the SHA-256 of its content in 64 small hexadecimal digits: what is sent to a model
     * @param mediaType what it is
     * @param bytes how long it is
     * @param content reads it, from the beginning each time
     */
    record StoredResult(String reference, String mediaType, long bytes, Content content) {
        private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");

        public StoredResult {
            if (!DIGEST.matcher(reference).matches()) {
                throw new IllegalArgumentException("a reference is a SHA-256 in 64 small hexadecimal digits");
            }
            Objects.requireNonNull(mediaType, "mediaType");
            Objects.requireNonNull(content, "content");
        }

        @Override
        public String toString() {
            return "StoredResult[" + mediaType + ", " + bytes + " bytes]";
        }
    }

    /** Opens the stored content. */
    @FunctionalInterface
    interface Content {
        /**
         * A stream from the beginning; close it.
         *
         * @throws IOException when it is gone
         */
        InputStream open() throws IOException;
    }
}
