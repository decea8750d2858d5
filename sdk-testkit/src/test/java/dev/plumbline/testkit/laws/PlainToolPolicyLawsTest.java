package dev.plumbline.testkit.laws;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.policy.ToolPolicy;
import dev.plumbline.tool.ToolContext;

/** The laws hold for a policy that denies some calls and notes the others. */
class PlainToolPolicyLawsTest implements ToolPolicyLaws {
    @Override
    public ToolPolicy toolPolicy() {
        return new ToolPolicy() {
            @Override
            public Admission admit(ToolContext call) {
                return call.call().arguments().fields().size() > 2
                        ? Admission.answered(ToolEnvelope.failed(ToolEnvelope.Code.DENIED, "That is too much at once."))
                        : Admission.granted(call);
            }

            @Override
            public ToolEnvelope around(ToolContext call, Next next) {
                return next.proceed(call).withMeta("noted", true);
            }
        };
    }
}
