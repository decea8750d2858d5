package dev.plumbline.redaction;

import dev.plumbline.policy.Policy;
import dev.plumbline.testkit.laws.PolicyLaws;

class RedactionPolicyLawsTest implements PolicyLaws {
    @Override
    public Policy policy() {
        return Redaction.of(RedactionOptions.ofDefaults().withPattern("(area|plan)"), RedactionFixture.KEY)
                .policy();
    }
}
