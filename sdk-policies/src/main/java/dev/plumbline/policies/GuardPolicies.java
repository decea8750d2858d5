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

/** Policies that pass a call or its answer unchanged, or end it. Stateless. */
final class GuardPolicies {

    private GuardPolicies() {}

    static RequestPolicy egress(Selector providers) {
        return call -> {
            if (!providers.matches(call.model().provider())) {
                throw refused(
                        AiError.Category.EGRESS_DENIED,
                        "egress",
                        "provider " + call.model().provider() + " is not allowed; add it to egress(…)");
            }
            return call;
        };
    }

    static RequestPolicy schemaAllowlist(Set<Json> allowed) {
        Set<Json> catalog = Set.copyOf(allowed);
        return call -> {
            if (call.outputSchema().filter(schema -> !catalog.contains(schema)).isPresent()) {
                throw refused(
                        AiError.Category.POLICY_DENIED,
                        "schema-whitelist",
                        "the output schema is not one of the " + catalog.size()
                                + " allowed ones; add it to schemaAllowlist(…)");
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
                        "the call is invalid: " + FindingMessages.text(found)
                                + "; correct it, or make its validator less strict");
            }
            return noted(call, found);
        };
    }

    static ResponsePolicy validReturns(Validator<AiReturn> validator) {
        return new ReturnCheck(validator);
    }

    /** Fails answers to which a validator objects. */
    private record ReturnCheck(Validator<AiReturn> validator) implements ResponsePolicy {
        @Override
        public Role role() {
            return Role.ANSWER_CHECK;
        }

        @Override
        public AiReturn onReturn(AiReturn ret, AiCall call) {
            ValidationResult found = ret.isOk() ? validator.validate(ret, call) : ValidationResult.OK;
            AiCall unused = noted(call, found);
            return found.isOk()
                    ? ret
                    : ret.withError(AiError.of(
                            AiError.Category.INVALID_RESPONSE,
                            "validation",
                            "the answer is invalid: " + FindingMessages.text(found)));
        }
    }

    private static AiCall noted(AiCall call, ValidationResult found) {
        if (!found.findings().isEmpty()) {
            call.addRemark(found.count(ValidationResult.Severity.ERROR) + " errors, "
                    + found.count(ValidationResult.Severity.WARNING) + " warnings");
        }
        return call;
    }

    private static AiException refused(AiError.Category category, String code, String message) {
        return new AiException(AiError.of(category, code, message));
    }
}
