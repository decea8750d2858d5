package dev.plumbline.redaction;

import dev.plumbline.policy.Policy;
import dev.plumbline.testkit.laws.PolicyLaws;

class LineMaskLawsTest implements PolicyLaws {
    @Override
    public Policy policy() {
        return Redaction.of(RedactionOptions.ofDefaults().withPattern("[aeiou]+"), RedactionFixture.KEY)
                .mask();
    }
}
