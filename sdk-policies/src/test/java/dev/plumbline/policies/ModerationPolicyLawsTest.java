package dev.plumbline.policies;

import dev.plumbline.event.TelemetryName;
import dev.plumbline.policies.Policies.Moderator;
import dev.plumbline.policy.Policy;
import dev.plumbline.testkit.laws.PolicyLaws;
import java.util.Map;

class ModerationPolicyLawsTest implements PolicyLaws {
    @Override
    public Policy policy() {
        return Policies.moderation(Moderator.ofWords(Map.of("a", new TelemetryName("words"))));
    }
}
