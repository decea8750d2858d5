package dev.plumbline.extensions;

import dev.plumbline.policy.Policy;
import dev.plumbline.testkit.laws.PolicyLaws;

class ToolSelectionPolicyLawsTest implements PolicyLaws {
    @Override
    public Policy policy() {
        return new ToolSelectionPolicy(ToolSelector.create(), 1);
    }
}
