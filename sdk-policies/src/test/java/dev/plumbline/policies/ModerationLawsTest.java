package dev.plumbline.policies;

import dev.plumbline.event.Label;
import dev.plumbline.policy.Policy;
import dev.plumbline.testkit.laws.PolicyLaws;
import java.util.Map;

class ModerationLawsTest implements PolicyLaws {
    @Override
    public Policy policy() {
        return Policies.moderation(Moderator.ofWords(Map.of("a", new Label("words"))));
    }
}
