package dev.plumbline.tools;

import dev.plumbline.policy.ToolPolicy;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.testkit.laws.ToolPolicyLaws;
import java.time.Duration;

/** The circuit breaker keeps the laws of tool policies. */
class ToolCircuitBreakerPolicyLawsTest implements ToolPolicyLaws {
    @Override
    public ToolPolicy toolPolicy() {
        return new ToolCircuitBreakerPolicy(1, Duration.ofSeconds(30), VirtualClock.create());
    }
}
