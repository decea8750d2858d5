package dev.plumbline.policies;

import dev.plumbline.policy.Policy;
import dev.plumbline.testkit.laws.PolicyLaws;

class CacheTagsLawsTest implements PolicyLaws {
    @Override
    public Policy policy() {
        return Policies.cacheTags();
    }
}
