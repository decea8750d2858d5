package dev.plumbline.policies;

import dev.plumbline.body.Selector;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.json.Json;
import dev.plumbline.policy.RequestPolicy;
import dev.plumbline.policy.ResponsePolicy;
import dev.plumbline.schema.ValidationResult;
import dev.plumbline.schema.Validator;
import java.util.Set;

/** Policies that let a call or its answer through as it is, or end it. Stateless. */
final class Gates {

    private Gates() {}

    static RequestPolicy egress(Selector providers) {
        return call -> {
            if (!providers.matches(call.model().provider())) {
                throw refused(
                        AiError.Category.EGRESS_DENIED,
                        "egress",
                        "provider " + call.model().provider() + " may not be spoken to here; allow it in egress(…)");
            }
            return call;
        };
    }

    static RequestPolicy schemaWhitelist(Set<Json> allowed) {
        Set<Json> catalogue = Set.copyOf(allowed);
        return call -> {
            if (call.outputSchema()
                    .filter(schema -> !catalogue.contains(schema))
                    .isPresent()) {
                throw refused(
                        AiError.Category.POLICY_DENIED,
                        "schema-whitelist",
                        "the output schema is not one of the " + catalogue.size()
                                + " that may be asked for here; add it in schemaWhitelist(…)");
            }
            return call;
        };
    }

    static RequestPolicy validCalls(Validator<AiCall> validator) {
        return call -> {
            ValidationResult found = validator.validate(call, call);
            if (!found.isOk()) {
                throw refused(
                        AiError.Category.INVALID_REQUEST,
                        "validation",
                        "this call must not be sent: " + Findings.text(found)
                                + "; mend it, or make the validator that found it less strict");
            }
            return noted(call, found);
        };
    }

    static ResponsePolicy validReturns(Validator<AiReturn> validator) {
        return (ret, call) -> {
            ValidationResult found = ret.isOk() ? validator.validate(ret, call) : ValidationResult.OK;
            noted(call, found);
            return found.isOk()
                    ? ret
                    : ret.withError(AiError.of(
                            AiError.Category.INVALID_RESPONSE,
                            "validation",
                            "the answer does not pass its validators: " + Findings.text(found)));
        };
    }

    private static AiCall noted(AiCall call, ValidationResult found) {
        if (!found.findings().isEmpty()) {
            call.note(found.count(ValidationResult.Severity.ERROR) + " errors, "
                    + found.count(ValidationResult.Severity.WARNING) + " warnings");
        }
        return call;
    }

    private static AiException refused(AiError.Category category, String code, String message) {
        return new AiException(AiError.of(category, code, message));
    }
}
