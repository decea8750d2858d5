package dev.plumbline.policies;

import dev.plumbline.body.Selector;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.json.Json;
import dev.plumbline.policy.RequestPolicy;
import java.util.Set;

/** Layers that let a call through as it is, or end it. Stateless. */
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

    private static AiException refused(AiError.Category category, String code, String message) {
        return new AiException(AiError.of(category, code, message));
    }
}
