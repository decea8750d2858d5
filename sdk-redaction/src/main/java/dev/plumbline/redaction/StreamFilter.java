package dev.plumbline.redaction;

/** Text goes through in pieces; what may not be shown yet is held back. However it is cut, the same comes out. */
interface StreamFilter {
    /** What may go on, now that more has arrived. */
    String accept(String more);

    /** Whether anything is held back. */
    boolean holds();

    /** What was held back, now that no more arrives. */
    String finish();
}
