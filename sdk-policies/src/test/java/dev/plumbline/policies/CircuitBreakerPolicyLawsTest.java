package dev.plumbline.policies;

import dev.plumbline.policy.Policy;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.testkit.laws.PolicyLaws;
import java.time.Duration;

class CircuitBreakerPolicyLawsTest implements PolicyLaws {
    @Override
    public Policy policy() {
        return Policies.circuitBreaker(2, Duration.ofSeconds(30), VirtualClock.create());
    }
}
