package dev.plumbline.policies;

import dev.plumbline.call.ModelId;
import dev.plumbline.policy.Policy;
import dev.plumbline.testkit.laws.PolicyLaws;
import java.util.List;

class FallbackPolicyLawsTest implements PolicyLaws {
    @Override
    public Policy policy() {
        return Policies.fallback(List.of(ModelId.parse("scripted:other")), call -> call);
    }
}
