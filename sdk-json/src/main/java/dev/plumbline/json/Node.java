package dev.plumbline.json;

/** One value of a JSON tree: what a {@link Json} holds beside its place. Immutable, and equal by the canonical form. */
sealed interface Node permits LiteralNode, TextNode, NumberNode, ArrayNode, ObjectNode {

    /** The most levels of arrays and objects one value may have, however it came into being. */
    int MOST_LEVELS = 200;

    /** The rule that a deeper value breaks. */
    String TOO_DEEP = "arrays and objects are nested deeper than " + MOST_LEVELS + " levels";

    /** How many levels of arrays and objects there are; 0 for a scalar. */
    int levels();

    void write(JsonBuffer out, Form form);

    /** The kind and how much there is of it, never content. */
    String summary();

    /** How a value is written. */
    enum Form {
        /** Members and numbers as they were given. */
        GIVEN,
        /** Members sorted, numbers in their one spelling. */
        CANONICAL
    }
}
