package dev.plumbline.policies;

import dev.plumbline.policy.Policy;
import dev.plumbline.testkit.laws.PolicyLaws;

class ContextInjectionPolicyLawsTest implements PolicyLaws {
    @Override
    public Policy policy() {
        return Policies.contextInjection();
    }
}
