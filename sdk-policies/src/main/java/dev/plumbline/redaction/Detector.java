package dev.plumbline.redaction;

/**
 * Detects values of one kind as a bounded automaton. It returns the end of a match that begins at an index, and reads
 * no further than it needs; {@link LookaheadText} records if a character that it needs has not arrived.
 */
interface Detector {
    int NONE = -1;

    /**
     * The maximum length of a value other than a private key. A longer one without blanks is found as its beginning,
     * and {@link MatchFinder} hides the rest.
     */
    int LONGEST = 4_096;

    /** Returns the kind of its matches; pseudonyms begin with it. */
    String kind();

    /** Returns whether a text with these features can have a match; true unless it certainly has none. */
    default boolean mayStand(TextFeatures text) {
        return true;
    }

    /** Returns whether a match can begin with that ASCII character; true unless none ever does. */
    default boolean mayBegin(int c) {
        return true;
    }

    /** Returns what must not be directly before a match; {@link Start#ANYWHERE} unless it never is. */
    default Start start() {
        return Start.ANYWHERE;
    }

    /** Returns whether a match can begin anywhere, also within a word; such a detector is asked where a secret begins. */
    default boolean isAnywhere() {
        return false;
    }

    /** What must not be directly before a match, so that most places in a number or code are not looked at. */
    enum Start {
        ANYWHERE,
        /** No code goes on there, as {@link DigitGroups#begun} says. */
        NEW_CODE,
        /** No character of encoded data, as {@link LookaheadText#isInEncoded} says. */
        NEW_RUN
    }

    /**
     * Returns characters, in addition to digits and the signs of {@link PieceScanner}, at which a short piece of a text is
     * looked at.
     */
    default String signs() {
        return "";
    }

    /**
     * Returns the index after a match that begins at {@code from}; {@link #NONE} if none does. It is asked only where
     * {@link #start} allows a match.
     */
    int end(LookaheadText text, int from);
}
