package dev.plumbline.policies;

import dev.plumbline.policy.Policy;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.testkit.laws.PolicyLaws;
import java.time.Duration;

class RateLimitPolicyLawsTest implements PolicyLaws {
    private final VirtualClock clock = VirtualClock.create();

    @Override
    public Policy policy() {
        return Policies.rateLimit(5, Duration.ofSeconds(1), clock);
    }

    @Override
    public VirtualClock clock() {
        return clock;
    }
}
