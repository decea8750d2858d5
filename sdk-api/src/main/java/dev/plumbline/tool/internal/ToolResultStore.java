package dev.plumbline.tool.internal;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Stores large tool results for a while, under the SHA-256 of their content. A result belongs to a session: no other
 * session finds it. Bounded in size and number, so the oldest may already be deleted. Thread-safe.
 */
public interface ToolResultStore {
    /** A store that stores nothing. */
    ToolResultStore NONE = new ToolResultStore() {
        @Override
        public Optional<StoredResult> store(String session, String mediaType, InputStream content) {
            return Optional.empty();
        }

        @Override
        public Optional<StoredResult> find(String session, String reference) {
            return Optional.empty();
        }
    };

    /**
     * Stores the content of the stream, reading it to its end; equal content is stored once.
     *
     * @param session the session that owns it
     * @param mediaType e.g. {@code application/json}
     * @return empty if it is larger than one result may be, or this store stores nothing
     * @throws IOException if the content cannot be read or written
     */
    Optional<StoredResult> store(String session, String mediaType, InputStream content) throws IOException;

    /** Returns the result that the session stored under a reference; empty if there is none or it was deleted. */
    Optional<StoredResult> find(String session, String reference);

    /**
     * A stored result.
     *
     * @param reference the SHA-256 of its content in 64 small hexadecimal digits, which is sent to a model
     * @param mediaType its media type
     * @param bytes its length
     * @param content opens it, from the beginning each time
     */
    record StoredResult(String reference, String mediaType, long bytes, Content content) {
        private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");

        public StoredResult {
            if (!DIGEST.matcher(reference).matches()) {
                throw new IllegalArgumentException("a reference is a SHA-256 in 64 lower-case hexadecimal digits");
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
         * Opens a stream from the beginning; close it.
         *
         * @throws IOException if it is deleted
         */
        InputStream open() throws IOException;
    }
}
