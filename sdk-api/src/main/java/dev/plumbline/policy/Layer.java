package dev.plumbline.policy;

import dev.plumbline.call.AiCall;
import dev.plumbline.event.Label;
import org.jspecify.annotations.Nullable;

/**
 * A policy under the name it was registered with, as the runner sees it.
 *
 * @param label the name in telemetry
 * @param request the policy, if it is one of the way in
 * @param response the policy, if it is one of the way out
 */
record Layer(
        String name,
        Label label,
        Policy policy,
        @Nullable RequestPolicy request,
        @Nullable ResponsePolicy response) {
    static final Label PROVIDER = new Label(ChainRun.PROVIDER);

    static Layer of(String name, Policy policy) {
        return new Layer(
                name,
                Label.of(name),
                policy,
                policy instanceof RequestPolicy in ? in : null,
                policy instanceof ResponsePolicy out ? out : null);
    }

    /** Whether it is called around what lies further in. */
    boolean wraps() {
        return request == null && response == null;
    }

    /**
     * The call as it goes on behind this policy; what is to be done on the way out is left in the hop. Null when the policy wraps
     * what lies further in, or returns null itself.
     */
    @Nullable
    AiCall enter(Hop hop) {
        AiCall next = hop.call;
        if (!policy.concerns(next)) {
            return next;
        }
        if (wraps()) {
            return null;
        }
        if (request != null) {
            next = request.onRequest(next);
        }
        if (response != null && next != null) {
            Filtering filtering = new Filtering(response, next);
            hop.response = filtering;
            next = filtering.inner();
        }
        return next;
    }

    String shape() {
        if (request != null) {
            return response == null ? "request" : "both";
        }
        return response == null ? "around" : "response";
    }
}
