package dev.plumbline.tools;

import dev.plumbline.body.Selector;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.policy.Policy.FailureMode;
import dev.plumbline.policy.ToolPolicy;
import dev.plumbline.policy.ToolPolicy.Admission;

/**
 * The step that runs a tool policy, built in or added by a host or an extension.
 *
 * @param name the name that errors and traces show
 * @param tools which tools it concerns
 * @param policy the policy
 * @param owner the owner; empty for the host
 * @param priority the policy's priority when it was registered
 */
record ToolPolicyStep(String name, Selector tools, ToolPolicy policy, String owner, int priority)
        implements ToolChainStep {
    @Override
    public boolean isInnermost() {
        return false;
    }

    @Override
    public FailureMode failureMode() {
        return policy.failureMode();
    }

    @Override
    public boolean wraps(ToolDefinition tool) {
        return policy.wraps(tool);
    }

    @Override
    public Admission admit(GuardedToolContext call) {
        return policy.admit(call);
    }

    @Override
    public ToolEnvelope around(GuardedToolContext call, ToolPolicy.Next next) {
        return policy.around(call, next);
    }
}
