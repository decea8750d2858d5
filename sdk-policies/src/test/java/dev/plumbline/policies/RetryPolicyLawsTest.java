package dev.plumbline.policies;

import dev.plumbline.policy.Policy;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.testkit.laws.PolicyLaws;

class RetryPolicyLawsTest implements PolicyLaws {
    @Override
    public Policy policy() {
        return Policies.retry(RetryOptions.ofDefaults(), VirtualClock.create(), () -> 1);
    }
}
