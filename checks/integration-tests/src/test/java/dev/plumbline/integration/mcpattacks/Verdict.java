package dev.plumbline.integration.mcpattacks;

/** What came of an attack. */
enum Verdict {
    /** It had no effect, and nobody had to decide. */
    PREVENTED("prevented"),
    /** A person is asked first, and sees what would happen. */
    ASKS("asks a person"),
    /** It had an effect that a limit bounds. */
    LIMITED("limited"),
    /** It had its effect. */
    NOT_PREVENTED("not prevented");

    final String words;

    Verdict(String words) {
        this.words = words;
    }

    /** Returns that it was prevented, if that holds. */
    static Verdict preventedIf(boolean holds) {
        return holds ? PREVENTED : NOT_PREVENTED;
    }

    /** Returns that it was limited, if that holds. */
    static Verdict limitedIf(boolean holds) {
        return holds ? LIMITED : NOT_PREVENTED;
    }
}
