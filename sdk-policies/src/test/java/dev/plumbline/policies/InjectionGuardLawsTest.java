package dev.plumbline.policies;

import dev.plumbline.policies.Policies.InjectionAction;
import dev.plumbline.policy.ToolPolicy;
import dev.plumbline.testkit.laws.ToolPolicyLaws;

/** The guard against injections keeps the laws of tool policies. */
class InjectionGuardLawsTest implements ToolPolicyLaws {
    @Override
    public ToolPolicy toolPolicy() {
        return Policies.injectionGuard(InjectionAction.MARK);
    }
}
