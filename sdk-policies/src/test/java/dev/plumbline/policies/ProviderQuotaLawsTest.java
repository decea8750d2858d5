package dev.plumbline.policies;

import dev.plumbline.policy.Policy;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.testkit.laws.PolicyLaws;
import java.time.Duration;

class ProviderQuotaLawsTest implements PolicyLaws {
    @Override
    public Policy policy() {
        return Policies.quota(5, Duration.ofSeconds(1), VirtualClock.create());
    }
}
