package dev.plumbline.policies;

import dev.plumbline.policy.Policy;
import dev.plumbline.testkit.laws.PolicyLaws;

class HistorySummaryPolicyLawsTest implements PolicyLaws {
    @Override
    public Policy policy() {
        return Policies.historySummary(8);
    }
}
