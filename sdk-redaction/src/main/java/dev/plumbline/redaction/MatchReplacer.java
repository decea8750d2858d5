package dev.plumbline.redaction;

/** What is put in the place of a find. */
@FunctionalInterface
interface MatchReplacer {

    /** The kind in square brackets: for good. */
    MatchReplacer MASK = (kind, value) -> "[" + kind + "]";

    String of(String kind, String value);

    /** The same for a JSON number, which becomes a string. */
    default String ofNumber(String kind, String number) {
        return of(kind, number);
    }
}
