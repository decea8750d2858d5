package dev.plumbline.tools;

import dev.plumbline.body.Selector;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.policy.FailureMode;
import dev.plumbline.policy.ToolPolicy;
import dev.plumbline.policy.ToolPolicy.Admission;
import java.util.Comparator;
import java.util.List;

/** A named step around tool calls: a tool policy ({@link ToolPolicyStep}) or the approval. */
interface ToolChainStep {

    /** In errors and traces. */
    String name();

    /** Which tools it concerns. */
    Selector tools();

    /** Whose it is; empty for the host. */
    String owner();

    /** Lower is further out. */
    int priority();

    /** Whether it comes after all others, whatever their priority. */
    boolean isInnermost();

    /** What it means when it throws. */
    FailureMode failureMode();

    /** Admits or answers a call. */
    Admission admit(GuardedToolContext call);

    /** Runs around the inner steps. */
    ToolEnvelope around(GuardedToolContext call, ToolPolicy.Next next);

    /**
     * The one order of what independent parties contribute; what was registered first stays first among equals. After all of
     * them, whatever they say, people are asked: about exactly what the others made of the call.
     */
    static List<ToolChainStep> sorted(List<ToolChainStep> steps) {
        return steps.stream()
                .sorted(Comparator.comparing(ToolChainStep::isInnermost)
                        .thenComparingInt(ToolChainStep::priority)
                        .thenComparing(ToolChainStep::owner))
                .toList();
    }

    /** Whether it has anything to do around calls of that tool, besides letting them in. */
    boolean wraps(ToolDefinition tool);

    default boolean concerns(ToolDefinition tool) {
        return tools().matches(tool.name(), tool.tags(), tool.owner());
    }

    /** Name, tools and owner, for people. */
    default String described() {
        return name() + " " + tools() + (owner().isEmpty() ? "" : " @" + owner());
    }
}
