package dev.plumbline.policy;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.policy.Policy.FailureMode;

/** Policies that declare something unusual, for tests of the chain. */
final class OddPolicies {
    private OddPolicies() {}

    /** One that may proceed more than once. */
    static Policy repeating(Policy policy) {
        return new Policy() {
            @Override
            public AiReturn around(AiCall call, Next next) {
                return policy.around(call, next);
            }

            @Override
            public boolean mayRepeat() {
                return true;
            }
        };
    }

    /** One that does nothing, in that role. */
    static Policy playing(Policy.Role role) {
        return new Policy() {
            @Override
            public AiReturn around(AiCall call, Next next) {
                return next.proceed(call);
            }

            @Override
            public Policy.Role role() {
                return role;
            }
        };
    }

    /** One that is left out when it fails. */
    static Policy skipping(Policy policy) {
        return new Policy() {
            @Override
            public AiReturn around(AiCall call, Next next) {
                return policy.around(call, next);
            }

            @Override
            public FailureMode failureMode() {
                return FailureMode.SKIP;
            }
        };
    }
}
