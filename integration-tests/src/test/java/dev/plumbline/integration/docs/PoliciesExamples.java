package dev.plumbline.integration.docs;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.AiError;
import dev.plumbline.policy.Policy;
import dev.plumbline.policy.RequestPolicy;
import dev.plumbline.policy.ResponsePolicy;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.runtime.AiRuntime;

/** The programs of docs/policies.md. */
final class PoliciesExamples {
    static final RequestPolicy IN_MILLIMETRES =
            call -> call.withAdded(new Interaction.System("All lengths are millimetres."));

    static final ResponsePolicy WITHOUT_DASHES = (ret, call) -> ret.mapText(text -> text.replace('–', '-'));

    static final Policy ONLY_DRAWINGS = (call, next) -> call.namespace().isEmpty()
            ? AiReturn.failed(AiError.of(AiError.Category.POLICY_DENIED, "no-drawing", "open a drawing first"))
            : next.proceed(call);

    private PoliciesExamples() {}

    static AiRuntime withLayers(AiProvider provider) {
        return AiRuntime.builder()
                .provider(provider)
                .request("units", IN_MILLIMETRES)
                .response("dashes", WITHOUT_DASHES)
                .around("drawing", ONLY_DRAWINGS)
                .build();
    }
}
