package dev.plumbline.http.internal;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The revisions of the Model Context Protocol that server and client speak, oldest first. */
public enum McpRevision {
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

    /** Returns the revision for a session: the requested one, or the newest with sessions if that is not spoken. */
    public static McpRevision ofSession(String requested) {
        return of(requested).filter(revision -> !revision.isStateless()).orElse(V2025_11_25);
    }

    /** Returns all revisions as text, newest first. */
    public static List<String> all() {
        return Arrays.stream(values())
                .sorted(Comparator.reverseOrder())
                .map(McpRevision::text)
                .toList();
    }
}
