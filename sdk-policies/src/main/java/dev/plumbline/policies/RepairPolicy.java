package dev.plumbline.policies;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.AiError;
import dev.plumbline.event.FinishReason;
import dev.plumbline.event.Label;
import dev.plumbline.json.Json;
import dev.plumbline.policy.Policy;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.schema.SchemaDialect;
import dev.plumbline.schema.ValidationResult;
import java.util.Optional;

/**
 * Enforces the shape of answers: sends the provider the schema in its dialect, brings the answer back into
 * the shape asked for, validates it, and asks again when it does not fit. Stateless.
 */
final class RepairPolicy implements Policy {
    private static final Label SHAPE = Label.of("output-schema");
    /** The search for JSON in other text: a warning when it found some, an error when not. */
    private static final Label EXTRACTION = Label.of("extraction");

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
    public boolean concerns(AiCall call) {
        return call.outputSchema().isPresent();
    }

    @Override
    public boolean repeats() {
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
                    "the output schema is not sound: " + Findings.text(sound) + "; mend it where it is given"));
        }
        SchemaDialect dialect = call.get(SchemaDialect.KEY).orElse(SchemaDialect.PLAIN);
        Json wrapped = schemas.wrap(schema, dialect);
        AiCall asked = wrapped.equals(schema) ? call : call.withOutputSchema(wrapped);
        return untilItFits(asked, new AnswerReader(schemas, schema, dialect), next);
    }

    private AiReturn untilItFits(AiCall asked, AnswerReader reader, Next next) {
        AiReturn ret = next.proceed(asked);
        AnswerReader.Answer before = AnswerReader.Answer.NONE;
        for (int repairs = 0; ; repairs++) {
            Optional<AiReturn> settled = unread(ret);
            if (settled.isPresent()) {
                return settled.get();
            }
            AnswerReader.Answer answer = reader.read(ret);
            report(asked, answer, repairs);
            if (answer.fits()) {
                return answer.in(ret);
            }
            if (repairs == attempts || answer.findings().equals(before.findings())) {
                return ret.withError(misfit(answer.findings()));
            }
            ret = next.proceed(Findings.askAgain(asked, ret, answer.findings()));
            before = answer;
        }
    }

    /** The return to pass on when there is no answer to read: failed, waiting for tools, cut, or refused. */
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
        return AnswerReader.isRefusal(ret) ? Optional.of(filtered("the model declined to answer")) : Optional.empty();
    }

    private static AiError cut() {
        String message = "the token limit cut the answer before it was whole; raise maxOutputTokens or ask for less";
        return AiError.of(AiError.Category.TRUNCATED, "length", message).withRetryable(false);
    }

    private static AiError filtered(String what) {
        return AiError.of(
                AiError.Category.CONTENT_FILTERED, "no-answer", what + ", so there is none of the shape asked for");
    }

    private static AiError misfit(ValidationResult findings) {
        return AiError.of(
                AiError.Category.INVALID_RESPONSE,
                "output-schema",
                "the answer does not fit the output schema: " + Findings.text(findings));
    }

    private void report(AiCall call, AnswerReader.Answer answer, int repairs) {
        call.note(answer.note() + (repairs == 0 ? "" : ", asked again " + repairs + " of " + attempts));
        if (answer.searched()) {
            call.recorder().checked(EXTRACTION, answer.taken() ? 0 : 1, answer.taken() ? 1 : 0);
        }
        ValidationResult found = answer.findings();
        call.recorder()
                .checked(
                        SHAPE,
                        found.count(ValidationResult.Severity.ERROR),
                        found.count(ValidationResult.Severity.WARNING));
    }
}
