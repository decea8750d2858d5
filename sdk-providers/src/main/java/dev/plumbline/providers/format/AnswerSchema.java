package dev.plumbline.providers.format;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.TypedKey;
import dev.plumbline.json.Json;
import java.util.Optional;

/**
 * How the schema of an answer is sent.
 *
 * @param sent the schema in the place that the service has for it; empty if there is none, or if it is sent in words
 * @param strict whether the service is to keep to it
 */
public record AnswerSchema(Optional<Json> sent, boolean strict) {
    static final TypedKey<AnswerSchema> KEY = TypedKey.of("plumbline.sent-schema", AnswerSchema.class);

    /** Returns how the schema of a call is sent: as a strict one, unless the request has been fitted. */
    public static AnswerSchema of(AiCall call) {
        Optional<AnswerSchema> other = call.attribute(KEY);
        return other.isPresent() ? other.get() : new AnswerSchema(call.outputSchema(), true);
    }
}
