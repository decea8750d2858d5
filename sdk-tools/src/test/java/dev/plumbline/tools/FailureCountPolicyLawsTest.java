package dev.plumbline.tools;

import dev.plumbline.policy.ToolPolicy;
import dev.plumbline.testkit.laws.ToolPolicyLaws;

/** The count of failures keeps the laws of tool policies. */
class FailureCountPolicyLawsTest implements ToolPolicyLaws {
    @Override
    public ToolPolicy toolPolicy() {
        return ToolPolicies.failureCount();
    }
}
