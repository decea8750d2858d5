package dev.plumbline.tools;

import dev.plumbline.body.Selector;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.policy.Policy.FailureMode;
import dev.plumbline.policy.ToolPolicy;
import dev.plumbline.policy.ToolPolicy.Admission;
import java.util.Comparator;
import java.util.List;

/** A named step around tool calls: a tool policy ({@link ToolChain.PolicyStep}) or the approval. */
interface ToolChainStep {

    /** Returns the name that errors and traces show. */
    String name();

    /** Returns which tools the step concerns. */
    Selector tools();

    /** Returns the owner; empty for the host. */
    String owner();

    /** Returns the priority; lower is further out. */
    int priority();

    /** Returns whether the step is inside all policies, whatever their priority. */
    boolean isInnermost();

    /** Returns how an exception of the step is handled. */
    FailureMode failureMode();

    /** Admits or answers a call. */
    Admission admit(GuardedToolContext call);

    /** Runs around the inner steps. */
    ToolEnvelope around(GuardedToolContext call, ToolPolicy.Next next);

    /**
     * Returns the steps sorted by priority and owner, equal ones as registered. The approval is last, so that the user
     * is asked about exactly the call that all other steps have produced.
     */
    static List<ToolChainStep> sorted(List<ToolChainStep> steps) {
        if (steps.size() < 2) {
            return List.copyOf(steps);
        }
        return steps.stream()
                .sorted(Comparator.comparing(ToolChainStep::isInnermost)
                        .thenComparingInt(ToolChainStep::priority)
                        .thenComparing(ToolChainStep::owner))
                .toList();
    }

    /** Returns whether {@link #around} must run for calls of that tool. */
    boolean wraps(ToolDefinition tool);

    default boolean concerns(ToolDefinition tool) {
        return tools().matches(tool.name(), tool.tags(), tool.owner());
    }

    /** Returns name, tools and owner as text for a user. */
    default String described() {
        return name() + " " + tools() + (owner().isEmpty() ? "" : " @" + owner());
    }
}
