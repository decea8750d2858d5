package dev.plumbline.policies;

import dev.plumbline.policy.Policy;
import dev.plumbline.policy.ResponseStore;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.testkit.laws.PolicyLaws;

class CachePolicyLawsTest implements PolicyLaws {
    @Override
    public Policy policy() {
        return Policies.localCache(ResponseStore.inMemory(8), VirtualClock.create());
    }
}
