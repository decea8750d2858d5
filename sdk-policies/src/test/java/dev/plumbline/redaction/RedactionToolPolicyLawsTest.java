package dev.plumbline.redaction;

import dev.plumbline.policy.ToolPolicy;
import dev.plumbline.testkit.laws.ToolPolicyLaws;

class RedactionToolPolicyLawsTest implements ToolPolicyLaws {
    @Override
    public ToolPolicy toolPolicy() {
        return Redaction.of(RedactionOptions.ofDefaults().withPattern("[aeiou]+"), RedactionFixture.KEY)
                .tools();
    }
}
