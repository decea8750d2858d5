package dev.plumbline.redaction;

/** The position of a found value in a text, and its kind. */
record Match(String kind, int start, int end) {
    int length() {
        return end - start;
    }

    /** Both as one, of the longer one's kind: nothing of either is shown. */
    Match with(Match other) {
        return new Match(
                length() >= other.length() ? kind : other.kind, Math.min(start, other.start), Math.max(end, other.end));
    }
}
