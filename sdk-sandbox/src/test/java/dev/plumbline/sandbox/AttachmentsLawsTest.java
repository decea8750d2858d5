package dev.plumbline.sandbox;

import dev.plumbline.policy.ToolPolicy;
import dev.plumbline.testkit.laws.ToolPolicyLaws;
import dev.plumbline.tool.ResultStore;

/** Attachments keep the laws of tool policies, also where nothing can be kept. */
class AttachmentsLawsTest implements ToolPolicyLaws {
    @Override
    public ToolPolicy toolPolicy() {
        return new Attachments(ResultStore.NONE, 1);
    }
}
