package dev.plumbline.policies;

import dev.plumbline.policy.Policy;
import dev.plumbline.testkit.laws.PolicyLaws;

class HistoryReductionLawsTest implements PolicyLaws {
    @Override
    public Policy policy() {
        return Policies.historyReduction(8);
    }

    @Override
    public boolean startsOver() {
        return true; // it leaves out what is old
    }
}
