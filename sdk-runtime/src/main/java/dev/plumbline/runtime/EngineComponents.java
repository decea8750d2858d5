package dev.plumbline.runtime;

import dev.plumbline.body.Selector;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.policy.PolicyChain;
import dev.plumbline.tool.IToolExecutor;
import java.util.List;

/**
 * The policies and tools of one engine, and the contributions they are built from.
 *
 * @param contributed the contributions of the host, its extensions, and the session
 * @param order the policies around every call, as an order that can be extended
 * @param chain the chain of these policies
 * @param tools the executor of the tools
 */
record EngineComponents(ContributionSet contributed, PolicyOrder order, PolicyChain chain, IToolExecutor tools) {

    /** Returns a text with a line for each policy, hook, tool policy and tool, in the order they run. */
    String describe(List<String> hooks) {
        StringBuilder text = new StringBuilder();
        List<String> rows = chain.describe().lines().toList();
        List<String> names = chain.names();
        for (int i = 0; i < rows.size(); i++) {
            line(text, rows.get(i) + (i < names.size() ? marks(names.get(i)) : ""));
        }
        order.remarks().forEach(remark -> line(text, remark));
        for (String name : hooks) {
            line(text, "     hook      " + name + contributed.ofHook(name));
        }
        List<ToolDefinition> offered = tools.definitions(Selector.ALL);
        if (!offered.isEmpty()) {
            tools.policies().forEach(policy -> line(text, "     tool-call " + policy));
        }
        for (ToolDefinition tool : offered) {
            String owner = tool.owner().isEmpty() ? "" : " @" + tool.owner();
            line(text, "     tool      " + tool.name() + tags(tool) + owner);
        }
        return text.toString();
    }

    private String marks(String policy) {
        return contributed.ownerOfPolicy(policy) + order.note(policy);
    }

    private static String tags(ToolDefinition tool) {
        StringBuilder tags = new StringBuilder();
        tool.tags().forEach(tag -> tags.append(" #").append(tag));
        return tags.toString();
    }

    private static void line(StringBuilder text, String line) {
        text.append(line).append(System.lineSeparator());
    }
}
