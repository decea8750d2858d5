package dev.plumbline.mcpclient;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** The revisions of the Model Context Protocol that the client speaks, oldest first. */
enum ProtocolRevision {
    V2025_06_18("2025-06-18"),
    V2025_11_25("2025-11-25"),
    V2026_07_28("2026-07-28");

    private final String text;

    ProtocolRevision(String text) {
        this.text = text;
    }

    String text() {
        return text;
    }

    /** Returns whether each request says version, client and capabilities in {@code _meta}, without a handshake. */
    boolean isStateless() {
        return this == V2026_07_28;
    }

    static Optional<ProtocolRevision> of(String text) {
        return Arrays.stream(values())
                .filter(revision -> revision.text.equals(text))
                .findFirst();
    }

    /** Returns the newest of these that the client speaks. */
    static Optional<ProtocolRevision> newestOf(Collection<String> offered) {
        return Arrays.stream(values())
                .filter(revision -> offered.contains(revision.text))
                .max(Comparator.naturalOrder());
    }
}
