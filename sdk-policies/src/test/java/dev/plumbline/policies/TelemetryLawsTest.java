package dev.plumbline.policies;

import dev.plumbline.policy.Policy;
import dev.plumbline.testkit.laws.PolicyLaws;
import dev.plumbline.testkit.VirtualClock;

class TelemetryLawsTest implements PolicyLaws {
    @Override
    public Policy policy() {
        return Policies.telemetry(VirtualClock.start());
    }
}
