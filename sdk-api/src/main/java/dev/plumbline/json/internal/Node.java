package dev.plumbline.json.internal;

import java.util.List;

/** One value of a JSON tree, without its location. Immutable, and equal by the canonical form. */
public sealed interface Node permits LiteralNode, TextNode, NumberNode, ArrayNode, ObjectNode {

    /** The maximum number of levels of arrays and objects of any value. */
    int MOST_LEVELS = 200;

    /** The rule that a deeper value breaks. */
    String TOO_DEEP = "arrays and objects are nested deeper than " + MOST_LEVELS + " levels";

    /** Returns the number of levels of arrays and objects; 0 for a scalar. */
    int levels();

    /** Returns the marks of a scalar, in order; they are not part of equality and are not written. */
    default List<Mark> marks() {
        return List.of();
    }

    void write(JsonBuffer out, Form form);

    /** Returns the kind and size, never content. */
    String summary();

    /** The form in which a value is written. */
    enum Form {
        /** Members and numbers as they were given. */
        GIVEN,
        /** Members sorted, numbers in their one spelling. */
        CANONICAL
    }
}
