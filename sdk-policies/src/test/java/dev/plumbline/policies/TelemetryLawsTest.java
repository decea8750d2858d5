package dev.plumbline.policies;

import dev.plumbline.policy.Policy;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.testkit.laws.PolicyLaws;

class TelemetryLawsTest implements PolicyLaws {
    @Override
    public Policy policy() {
        return Policies.telemetry(VirtualClock.start());
    }
}
