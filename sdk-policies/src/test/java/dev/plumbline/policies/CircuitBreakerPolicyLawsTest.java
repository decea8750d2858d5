package dev.plumbline.policies;

import dev.plumbline.policy.Policy;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.testkit.laws.PolicyLaws;
import java.time.Duration;

class CircuitBreakerPolicyLawsTest implements PolicyLaws {
    private final VirtualClock clock = VirtualClock.create();

    @Override
    public Policy policy() {
        return Policies.circuitBreaker(2, Duration.ofSeconds(30), clock);
    }

    @Override
    public VirtualClock clock() {
        return clock;
    }
}
