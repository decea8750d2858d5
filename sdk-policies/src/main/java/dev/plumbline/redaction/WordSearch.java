package dev.plumbline.redaction;

/**
 * A search for words of a list in one text, from its beginning on: how far it has come, and the last word that it found.
 * So no character is searched twice for the same words. Used by one thread.
 */
final class WordSearch {
    private static final int NOWHERE = -1;

    private final WordList words;
    private final Part part;
    private int start = NOWHERE;
    private int end;
    private int searched;

    WordSearch(WordList words, Part part) {
        this.words = words;
        this.part = part;
    }

    boolean isFor(WordList list, Part of) {
        return words == list && part == of;
    }

    WordList words() {
        return words;
    }

    Part part() {
        return part;
    }

    /** Returns the index before which all beginnings of words were searched. */
    int searched() {
        return searched;
    }

    void setSearched(int index) {
        searched = index;
    }

    /** Notes a word; later ones follow. */
    void found(int from, int to) {
        start = from;
        end = to;
    }

    /** Returns whether the last word begins there or later. */
    boolean hasFrom(int index) {
        return start >= index;
    }

    /** Returns the end of the last word. */
    int end() {
        return end;
    }

    /** What a word may be a part of. */
    enum Part {
        /** It is a word of its own. */
        WHOLE,
        /** A longer word begins with it. */
        BEGINNING
    }
}
