package dev.plumbline.redaction;

/** Filters text in pieces, and holds back text that may not be shown yet. The result is independent of the chunks. */
interface StreamFilter {
    /** Adds text, and returns the text to pass on. */
    String accept(String more);

    /** Returns whether any text is held back. */
    boolean holds();

    /** Ends the text, and returns the text that was held back. */
    String finish();

    /** Ends a text that was cut, and returns what may be shown of the text that was held back. */
    default String cut() {
        return finish();
    }
}
