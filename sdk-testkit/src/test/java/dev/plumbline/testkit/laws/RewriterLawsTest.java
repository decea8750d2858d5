package dev.plumbline.testkit.laws;

import dev.plumbline.policy.Policy;
import dev.plumbline.policy.ResponsePolicy;

/** The whole answer is changed once it is there. */
class RewriterLawsTest implements PolicyLaws {
    @Override
    public Policy policy() {
        return (ResponsePolicy) (ret, call) -> ret.mapText(text -> text.replace('a', 'b'));
    }
}
