package dev.plumbline.policies;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.internal.CallAccess;
import dev.plumbline.event.AiError;
import dev.plumbline.event.FinishReason;
import dev.plumbline.event.TelemetryName;
import dev.plumbline.json.Json;
import dev.plumbline.policy.Policy;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.schema.JsonSchemaService.SchemaDialect;
import dev.plumbline.schema.ValidationResult;
import java.util.Optional;

/**
 * Enforces the output schema: sends it in the provider's dialect, converts the answer back, validates it, and asks
 * again if it is invalid. Stateless.
 */
final class RepairPolicy implements Policy {
    private static final TelemetryName SHAPE = TelemetryName.of("output-schema");
    /** The finding of a search for JSON in other text: a warning if it found some, an error if not. */
    private static final TelemetryName WRAPPING = TelemetryName.of("wrap-schema");

    private static final TelemetryName EXTRACTION = TelemetryName.of("extraction");

    private final JsonSchemaService schemas;
    private final int attempts;

    RepairPolicy(JsonSchemaService schemas, int attempts) {
        this.schemas = schemas;
        this.attempts = attempts;
    }

    @Override
    public AiReturn around(AiCall call, Next next) {
        Optional<Json> schema = call.outputSchema();
        return schema.isPresent() ? shaped(call, schema.get(), next) : next.proceed(call);
    }

    @Override
    public boolean appliesTo(AiCall call) {
        return call.outputSchema().isPresent();
    }

    @Override
    public boolean mayRepeat() {
        return true;
    }

    @Override
    public Role role() {
        return Role.REPAIR;
    }

    private AiReturn shaped(AiCall call, Json schema, Next next) {
        ValidationResult sound = schemas.check(schema);
        if (!sound.isOk()) {
            return AiReturn.failed(AiError.of(
                    AiError.Category.CONFIGURATION,
                    "output-schema",
                    "the output schema is invalid: " + FindingMessages.text(sound) + "; correct it"));
        }
        SchemaDialect dialect = call.attribute(SchemaDialect.KEY).orElse(SchemaDialect.PLAIN);
        long began = CallAccess.recorder(call).nanoTime();
        Json wrapped = schemas.wrap(schema, dialect);
        CallAccess.recorder(call).partTook(WRAPPING, began);
        AiCall asked = wrapped.equals(schema) ? call : call.withOutputSchema(wrapped);
        return untilItFits(
                asked, new StructuredAnswerReader(schemas, schema, dialect, AnswerCheck.of(call, schema)), next);
    }

    private AiReturn untilItFits(AiCall asked, StructuredAnswerReader reader, Next next) {
        AiReturn ret = next.proceed(asked);
        StructuredAnswerReader.Answer before = StructuredAnswerReader.Answer.NONE;
        for (int repairs = 0; ; repairs++) {
            Optional<AiReturn> settled = unread(ret);
            if (settled.isPresent()) {
                return settled.get();
            }
            StructuredAnswerReader.Answer answer = reader.read(ret);
            report(asked, answer, repairs);
            if (answer.fits()) {
                // what was asked again stays out of the conversation, so thinking behind it is not sent back
                return answer.in(repairs == 0 ? ret : ret.withoutOpaque());
            }
            if (repairs == attempts || answer.findings().equals(before.findings())) {
                return ret.withError(misfit(answer.findings()));
            }
            ret = next.proceed(FindingMessages.askAgain(asked, ret, answer.findings()));
            before = answer;
        }
    }

    /** Returns the return to pass on if there is no answer to read: failed, with tool calls, truncated, or refused. */
    private static Optional<AiReturn> unread(AiReturn ret) {
        if (!ret.isOk() || !ret.toolCalls().isEmpty()) {
            return Optional.of(ret);
        }
        return whyUnread(ret).map(ret::withError);
    }

    private static Optional<AiError> whyUnread(AiReturn ret) {
        if (ret.finish() == FinishReason.LENGTH) {
            return Optional.of(cut());
        }
        if (ret.finish() == FinishReason.CONTENT_FILTER) {
            return Optional.of(filtered("the provider's filter cut the answer"));
        }
        return StructuredAnswerReader.isRefusal(ret)
                ? Optional.of(filtered("the model declined to answer"))
                : Optional.empty();
    }

    private static AiError cut() {
        String message = "the token limit cut the answer before it was whole; raise maxOutputTokens or ask for less";
        return AiError.of(AiError.Category.TRUNCATED, "length", message).withRetryable(false);
    }

    private static AiError filtered(String what) {
        return AiError.of(
                AiError.Category.CONTENT_FILTERED,
                "no-answer",
                what + ", so there is no answer that fits the output schema");
    }

    private static AiError misfit(ValidationResult findings) {
        return AiError.of(
                AiError.Category.INVALID_RESPONSE,
                "output-schema",
                "the answer does not fit the output schema: " + FindingMessages.text(findings));
    }

    private void report(AiCall call, StructuredAnswerReader.Answer answer, int repairs) {
        call.addRemark(answer.note() + (repairs == 0 ? "" : ", asked again " + repairs + " of " + attempts));
        if (answer.searched()) {
            CallAccess.recorder(call).validated(EXTRACTION, answer.taken() ? 0 : 1, answer.taken() ? 1 : 0, 0);
        }
        ValidationResult found = answer.findings();
        CallAccess.recorder(call)
                .validated(
                        SHAPE,
                        found.count(ValidationResult.Severity.ERROR),
                        found.count(ValidationResult.Severity.WARNING),
                        found.count(ValidationResult.Severity.INFO));
    }
}
