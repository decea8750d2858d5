package dev.plumbline.tools;

import dev.plumbline.body.Selector;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.policy.ToolPolicy;
import java.util.Comparator;
import java.util.List;

/**
 * A layer under its name.
 *
 * @param name in errors
 * @param tools which tools it concerns
 * @param policy the layer
 * @param owner whose it is; empty for the host
 * @param priority what the layer said when it was registered
 */
record ToolLayer(String name, Selector tools, ToolPolicy policy, String owner, int priority) {

    /**
     * The one order of what independent parties contribute; what was registered first stays first among equals. Behind all of
     * them, whatever they say, people are asked: about exactly what the others made of the call.
     */
    static List<ToolLayer> sorted(List<ToolLayer> layers) {
        return layers.stream()
                .sorted(Comparator.comparing(ToolLayer::asks)
                        .thenComparingInt(ToolLayer::priority)
                        .thenComparing(ToolLayer::owner))
                .toList();
    }

    private boolean asks() {
        return policy instanceof ApprovalPolicy;
    }

    boolean concerns(ToolDefinition tool) {
        return tools.matches(tool.name(), tool.tags(), tool.owner());
    }

    @Override
    public String toString() {
        return name + " " + tools + (owner.isEmpty() ? "" : " @" + owner);
    }
}
