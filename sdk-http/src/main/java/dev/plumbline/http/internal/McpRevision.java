package dev.plumbline.http.internal;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The revisions of the Model Context Protocol that server and client speak, oldest first; the oldest two the client alone. */
public enum McpRevision {
    /** The first; of servers only. */
    V2024_11_05("2024-11-05"),
    /** Of servers only, because its clients may send batches. */
    V2025_03_26("2025-03-26"),
    /** With sessions. */
    V2025_06_18("2025-06-18"),
    /** The newest with sessions. */
    V2025_11_25("2025-11-25"),
    /** Without sessions. */
    V2026_07_28("2026-07-28");

    private final String text;

    McpRevision(String text) {
        this.text = text;
    }

    /** Returns the revision as it stands in messages. */
    public String text() {
        return text;
    }

    /** Returns whether each request says version, client and capabilities in {@code _meta}, without a handshake. */
    public boolean isStateless() {
        return this == V2026_07_28;
    }

    /** Returns the revision with that text. */
    public static Optional<McpRevision> of(String text) {
        return newestOf(List.of(text));
    }

    /** Returns the newest of these that is spoken. */
    public static Optional<McpRevision> newestOf(Collection<String> offered) {
        return Arrays.stream(values())
                .filter(revision -> offered.contains(revision.text))
                .max(Comparator.naturalOrder());
    }

    /** Returns the revision for a session: the requested one, or the newest with sessions if that is not served. */
    public static McpRevision ofSession(String requested) {
        return of(requested)
                .filter(revision -> revision.isServed() && !revision.isStateless())
                .orElse(V2025_11_25);
    }

    private boolean isServed() {
        return compareTo(V2025_06_18) >= 0;
    }

    /** Returns the revisions that the server speaks as text, newest first. */
    public static List<String> served() {
        return Arrays.stream(values())
                .filter(McpRevision::isServed)
                .sorted(Comparator.reverseOrder())
                .map(McpRevision::text)
                .toList();
    }
}
