package dev.plumbline.tools;

import dev.plumbline.body.ContentOrigin;
import dev.plumbline.body.ToolEnvelope;

/** Labels the results of tools with their origin. Loaded at the first result that has one. */
final class OriginLabels {
    private OriginLabels() {}

    /** Records what the tool read, and returns its result with the label of its tags and of what it read. */
    static ToolEnvelope ofRun(ToolEnvelope envelope, InvocationContext setting, InvocationGuard guard) {
        ContentOrigin read = guard.origin().strictest(ofTags(setting));
        setting.trace().origin(read);
        return read.mark(envelope);
    }

    /** Returns a result with its label, also if a policy took it away or answered instead of the tool. */
    static ToolEnvelope ofCall(ToolEnvelope envelope, InvocationContext setting) {
        ContentOrigin read = setting.trace().origin();
        return (read == null ? ofTags(setting) : read).mark(envelope);
    }

    private static ContentOrigin ofTags(InvocationContext setting) {
        return ContentOrigin.ofTags(setting.definition().tags());
    }
}
