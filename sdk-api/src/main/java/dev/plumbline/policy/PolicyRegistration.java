package dev.plumbline.policy;

import dev.plumbline.event.TelemetryName;
import org.jspecify.annotations.Nullable;

/**
 * A policy with the name it was registered under.
 *
 * @param label the name in telemetry
 * @param role its role in the rules of order
 * @param request the policy, if it is a request policy
 * @param response the policy, if it is a response policy
 */
record PolicyRegistration(
        String name,
        TelemetryName label,
        Policy policy,
        Policy.Role role,
        @Nullable RequestPolicy request,
        @Nullable ResponsePolicy response) {
    static final TelemetryName PROVIDER = new TelemetryName("provider");

    static PolicyRegistration of(String name, Policy policy, Policy.Role role) {
        return new PolicyRegistration(
                name,
                TelemetryName.of(name),
                policy,
                role,
                policy instanceof RequestPolicy in ? in : null,
                policy instanceof ResponsePolicy out ? out : null);
    }

    /** Returns whether it is called around the inner policies. */
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
