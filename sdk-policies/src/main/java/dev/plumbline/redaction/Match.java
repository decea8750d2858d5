package dev.plumbline.redaction;

/** The position of a found value in a text, and its kind. */
record Match(String kind, int start, int end) {
    int length() {
        return end - start;
    }

    /** Returns both as one match, of the longer one's kind, so that nothing of either is shown. */
    Match with(Match other) {
        return new Match(
                length() >= other.length() ? kind : other.kind, Math.min(start, other.start), Math.max(end, other.end));
    }
}
