package dev.plumbline.jsonschema;

import dev.plumbline.json.Json;

/** A rule for values whose work is counted. Immutable and thread-safe. */
@FunctionalInterface
interface ValueRule {
    /**
     * Returns whether a value satisfies the rule.
     *
     * @throws ValidationWork.TooMuch if that takes more work than is left
     */
    boolean test(Json value, ValidationWork work);
}
