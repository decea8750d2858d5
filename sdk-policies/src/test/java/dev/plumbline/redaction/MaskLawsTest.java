package dev.plumbline.redaction;

import dev.plumbline.policy.Policy;
import dev.plumbline.testkit.laws.PolicyLaws;

class MaskLawsTest implements PolicyLaws {
    @Override
    public Policy policy() {
        return Redaction.of(RedactionOptions.ofDefaults(), RedactionFixture.KEY).mask();
    }
}
