package dev.plumbline.postgresql;

import dev.plumbline.conversation.SessionStore.StoredSession;
import java.util.Objects;
import java.util.Optional;

/**
 * Selects one page of the list of conversations, newest first.
 *
 * @param namespace the namespace of the conversations; empty for all that the role may see
 * @param size the largest number of conversations, 1 to 10,000
 * @param after the last conversation of the page before; empty for the first page
 */
public record SessionListing(Optional<String> namespace, int size, Optional<StoredSession> after) {
    private static final int MOST = 10_000;

    public SessionListing {
        Objects.requireNonNull(namespace, "namespace");
        Objects.requireNonNull(after, "after");
        if (size < 1 || size > MOST) {
            throw new IllegalArgumentException("size must be 1 to " + MOST + "; got " + size);
        }
    }

    /** Returns the first page of the conversations of all namespaces. */
    public static SessionListing first(int size) {
        return new SessionListing(Optional.empty(), size, Optional.empty());
    }

    /** Returns the page after the conversation, which is the last of this page. */
    public SessionListing after(StoredSession last) {
        return new SessionListing(namespace, size, Optional.of(last));
    }

    /** Returns the page of one namespace. */
    public SessionListing of(String only) {
        return new SessionListing(Optional.of(only), size, after);
    }
}
