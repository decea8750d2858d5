package dev.plumbline.policies;

import dev.plumbline.policy.Policy;
import dev.plumbline.testkit.laws.PolicyLaws;

class PromptTemplatePolicyLawsTest implements PolicyLaws {
    @Override
    public Policy policy() {
        return Policies.promptTemplates(PromptTemplateOptions.ofDefaults()
                .withValue("units", () -> "mm")
                .withInstruction("Lengths are in {units}."));
    }
}
