package dev.plumbline.sandbox.internal;

import dev.plumbline.policy.ToolPolicy;
import dev.plumbline.testkit.laws.ToolPolicyLaws;
import dev.plumbline.tool.internal.ToolResultStore;

/** Attachments keep the laws of tool policies, also where nothing can be kept. */
class AttachmentPolicyLawsTest implements ToolPolicyLaws {
    @Override
    public ToolPolicy toolPolicy() {
        return new AttachmentPolicy(ToolResultStore.NONE, 1);
    }
}
