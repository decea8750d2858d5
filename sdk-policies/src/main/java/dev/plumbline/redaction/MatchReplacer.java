package dev.plumbline.redaction;

/** Replaces a match. */
@FunctionalInterface
interface MatchReplacer {

    /** Returns a replacer that masks a match permanently by its kind in square brackets. */
    static MatchReplacer mask() {
        return (kind, value) -> "[" + kind + "]";
    }

    String of(String kind, String value);

    /** Called for text that passes unchanged, before the match that follows it. */
    default void passed(CharSequence text, int from, int to) {}

    /** Returns the replacement of a JSON number, which becomes a string. */
    default String ofNumber(String kind, String number) {
        return of(kind, number);
    }
}
