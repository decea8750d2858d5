package dev.plumbline.redaction;

/**
 * One bounded automaton. It says where a find that begins at an index ends, and looks at no more than it needs; what it
 * needs and has not arrived is noticed by {@link LookaheadText}.
 */
interface Detector {
    int NONE = -1;

    /** What its finds are; pseudonyms begin with it. */
    String kind();

    /** Whether a text of that outline can have a find; true unless it certainly has none. */
    default boolean mayStand(TextFeatures text) {
        return true;
    }

    /** Whether a find can begin with that ASCII character; true unless certainly none does. */
    default boolean mayBegin(int c) {
        return true;
    }

    /** The index after a find that begins at {@code from}; {@link #NONE} when none does. */
    int end(LookaheadText text, int from);
}
