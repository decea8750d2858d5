package dev.plumbline.policies;

import dev.plumbline.call.AiCall;
import dev.plumbline.json.Json;
import dev.plumbline.policy.internal.AnswerRestorer;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.schema.ValidationResult;
import dev.plumbline.schema.internal.AnswerType;
import dev.plumbline.schema.internal.ValueCheck;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Decides whether an answer is valid: as the caller will get it, against the schema that the caller gave, and by binding it
 * to the caller's type.
 *
 * @param schema the output schema before redaction
 * @param binding binds the answer to the type of the caller; empty if the caller gave a schema alone
 * @param restorer restores what redaction hid; empty without redaction
 */
record AnswerCheck(Json schema, Optional<Consumer<Json>> binding, Optional<AnswerRestorer> restorer) {

    /** Returns the check of the answers of a call with this output schema. */
    static AnswerCheck of(AiCall call, Json sent) {
        Optional<AnswerRestorer> restorer = call.attribute(AnswerRestorer.KEY);
        Json schema = restorer.map(each -> each.schema(sent)).orElse(sent);
        return new AnswerCheck(schema, call.attribute(AnswerType.KEY).flatMap(type -> type.binding(schema)), restorer);
    }

    /** Validates an answer. */
    ValidationResult validate(JsonSchemaService schemas, Json answer) {
        return ValueCheck.validate(schemas, schema, asCallerGetsIt(answer), binding);
    }

    /** Returns whether an answer that was valid once can be bound now. */
    boolean canBind(Json answer) {
        return binding.isEmpty()
                || ValueCheck.bind(asCallerGetsIt(answer), binding.get()).isOk();
    }

    private Json asCallerGetsIt(Json answer) {
        return restorer.map(each -> each.restored(answer)).orElse(answer);
    }
}
