package dev.plumbline.policy.internal;

import dev.plumbline.call.TypedKey;
import dev.plumbline.json.Json;

/**
 * Shows an answer as the caller will get it to what judges answers inside redaction. The redaction policy sets it as an
 * attribute of the call. What is judged is restored; what is passed on and stored stays redacted.
 */
public interface AnswerRestorer {
    /** The attribute of the call. */
    TypedKey<AnswerRestorer> KEY = TypedKey.of("plumbline.redaction.answers", AnswerRestorer.class);

    /** Returns the answer with the values of its pseudonyms; itself if it has none. */
    Json restored(Json answer);

    /** Returns the output schema before redaction; {@code sent} is that of the call inside. */
    Json schema(Json sent);
}
