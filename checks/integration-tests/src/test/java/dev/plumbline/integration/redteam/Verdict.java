package dev.plumbline.integration.redteam;

/** What came of an attack. */
enum Verdict {
    /** It had no effect, and nobody had to decide. */
    PREVENTED("prevented"),
    /** A person is asked first, and sees what would happen. */
    ASKS("asks a person"),
    /** It had an effect that the program can see. */
    DETECTED("detected"),
    /** It had its effect. */
    NOT_PREVENTED("not prevented");

    final String words;

    Verdict(String words) {
        this.words = words;
    }
}
