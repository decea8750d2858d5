package dev.plumbline.schema.internal;

import dev.plumbline.call.TypedKey;
import dev.plumbline.json.Json;
import dev.plumbline.json.internal.JsonToJava;
import java.lang.reflect.Type;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The type to which the answer of a call will be bound. A session sets it as an attribute of the call; the policies that
 * judge answers read it.
 *
 * @param type the type
 * @param schema its schema; a call with another output schema has another answer
 */
public record AnswerType(Type type, Json schema) {
    /** The attribute of the call. */
    public static final TypedKey<AnswerType> KEY = TypedKey.of("plumbline.answer-type", AnswerType.class);

    /** Returns what binds an answer that has this schema; empty for another schema. */
    public Optional<Consumer<Json>> binding(Json asked) {
        return schema.equals(asked) ? Optional.of(value -> JsonToJava.bind(value, type)) : Optional.empty();
    }
}
