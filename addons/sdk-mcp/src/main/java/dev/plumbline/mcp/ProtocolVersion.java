package dev.plumbline.mcp;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The revisions of the Model Context Protocol that the server speaks. */
enum ProtocolVersion {
    V2025_06_18("2025-06-18"),
    V2025_11_25("2025-11-25"),
    V2026_07_28("2026-07-28");

    private final String text;

    ProtocolVersion(String text) {
        this.text = text;
    }

    String text() {
        return text;
    }

    /** Returns whether each request has its version, client and capabilities in {@code _meta}. */
    boolean isStateless() {
        return this == V2026_07_28;
    }

    static Optional<ProtocolVersion> of(String text) {
        return Arrays.stream(values())
                .filter(version -> version.text.equals(text))
                .findFirst();
    }

    /** Returns the version for a session: the requested one, or the newest with sessions if that is not spoken. */
    static ProtocolVersion ofSession(String requested) {
        return of(requested).filter(version -> !version.isStateless()).orElse(V2025_11_25);
    }

    /** Returns all versions as text, newest first. */
    static List<String> all() {
        return Arrays.stream(values())
                .sorted(Comparator.reverseOrder())
                .map(ProtocolVersion::text)
                .toList();
    }
}
