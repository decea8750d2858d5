package dev.plumbline.policy;

import dev.plumbline.event.Label;
import org.jspecify.annotations.Nullable;

/**
 * A policy under the name it was registered with, as the runner sees it.
 *
 * @param label the name in telemetry
 * @param request the policy, if it is a request policy
 * @param response the policy, if it is a response policy
 */
record Layer(
        String name,
        Label label,
        Policy policy,
        @Nullable RequestPolicy request,
        @Nullable ResponsePolicy response) {
    static final Label PROVIDER = new Label("provider");

    static Layer of(String name, Policy policy) {
        return new Layer(
                name,
                Label.of(name),
                policy,
                policy instanceof RequestPolicy in ? in : null,
                policy instanceof ResponsePolicy out ? out : null);
    }

    /** Whether it is called around the inner policies. */
    boolean wraps() {
        return request == null && response == null;
    }

    String shape() {
        if (request != null) {
            return response == null ? "request" : "both";
        }
        return response == null ? "around" : "response";
    }
}
