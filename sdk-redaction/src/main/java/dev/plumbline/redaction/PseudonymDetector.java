package dev.plumbline.redaction;

/** Pseudonyms of one kind: its name, an underscore and sixteen digits in hex. */
final class PseudonymDetector implements Detector {
    private final RedactionOptions.Kind kind;
    private final String start;

    PseudonymDetector(RedactionOptions.Kind kind) {
        this.kind = kind;
        this.start = kind + "_";
    }

    @Override
    public RedactionOptions.Kind kind() {
        return kind;
    }

    @Override
    public int end(Peek text, int from) {
        for (int i = 0; i < start.length(); i++) {
            if (text.at(from + i) != start.charAt(i)) {
                return NONE;
            }
        }
        int digits = from + start.length();
        for (int i = 0; i < Pseudonyms.DIGITS; i++) {
            if (!Chars.hex(text.at(digits + i))) {
                return NONE;
            }
        }
        return digits + Pseudonyms.DIGITS;
    }
}
