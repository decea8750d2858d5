package dev.plumbline.policy;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Checks the order of the policies of a chain: each rule names both policies and the reason. */
final class OrderRules {

    private OrderRules() {}

    static void check(List<Layer> policies) {
        Set<String> names = new HashSet<>();
        for (Layer registration : policies) {
            if (!names.add(registration.name())) {
                throw new IllegalArgumentException("two policies are named \"" + registration.name()
                        + "\": policy names must be unique in a chain");
            }
        }
        for (int out = 0; out < policies.size(); out++) {
            for (int in = out + 1; in < policies.size(); in++) {
                check(policies.get(out), policies.get(in));
            }
        }
    }

    private static void check(Layer outer, Layer inner) {
        Policy.Role out = outer.policy().role();
        Policy.Role in = inner.policy().role();
        if (in == Policy.Role.REDACTION && out == Policy.Role.CACHE) {
            refuse(inner, outer, "what is stored must already be redacted");
        }
        if (in == Policy.Role.CACHE && out == Policy.Role.REPAIR) {
            refuse(inner, outer, "only answers that fit may be stored");
        }
        if (out == Policy.Role.RETRY && (in == Policy.Role.CACHE || in == Policy.Role.REPAIR)) {
            refuse(inner, outer, "a new attempt must not ask the cache or the repair again");
        }
    }

    private static void refuse(Layer mustBeOuter, Layer mustBeInner, String reason) {
        throw new IllegalStateException("\"" + mustBeOuter.name() + "\" must be outside \"" + mustBeInner.name()
                + "\": " + reason + ". Register it first.");
    }
}
