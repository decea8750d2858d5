package dev.plumbline.tools;

import dev.plumbline.policy.ToolPolicy;
import dev.plumbline.testkit.laws.ToolPolicyLaws;

/** The memo keeps the laws of tool policies. */
class MemoizationPolicyLawsTest implements ToolPolicyLaws {
    @Override
    public ToolPolicy toolPolicy() {
        return new MemoizationPolicy(3);
    }
}
