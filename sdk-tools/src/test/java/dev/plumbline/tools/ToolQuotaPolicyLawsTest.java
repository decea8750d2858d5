package dev.plumbline.tools;

import dev.plumbline.policy.ToolPolicy;
import dev.plumbline.testkit.laws.ToolPolicyLaws;

/** The quota keeps the laws of tool policies. */
class ToolQuotaPolicyLawsTest implements ToolPolicyLaws {
    @Override
    public ToolPolicy toolPolicy() {
        return new ToolQuotaPolicy(2, 5, 1);
    }
}
