package dev.plumbline.runtime;

import dev.plumbline.body.Selector;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.policy.PolicyChain;
import dev.plumbline.tools.ToolRuntime;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What the sessions of one engine have: all that was contributed, and what was made of it.
 *
 * @param contributed by the host, its extensions, and the session
 * @param order the layers around every call, as they can be added to
 * @param chain the same, running
 * @param tools what the model may ask for
 */
record Furnished(Contributed contributed, PolicyOrder order, PolicyChain chain, ToolRuntime tools) {

    /** With more, on top of what there is. */
    Furnished with(Contributed more, Ground ground) {
        PolicyOrder longer = order.with(more);
        return new Furnished(
                contributed.plus(more),
                longer,
                longer.chain(ground.providers, ground.time),
                Tooling.onTop(tools, more, ground.setting()));
    }

    /** A line for each layer, each of these hooks, each layer around tool calls and each tool, in the order they run. */
    String describe(List<String> hooks) {
        Stream<String> hooked = hooks.stream().map(name -> "     hook      " + name + contributed.ofHook(name));
        List<ToolDefinition> offered = tools.definitions(Selector.ALL);
        Stream<String> around =
                offered.isEmpty() ? Stream.of() : tools.layers().stream().map(layer -> "     tool-call " + layer);
        return Stream.of(layers(), hooked, around, offered.stream().map(Furnished::described))
                .flatMap(lines -> lines)
                .map(line -> line + System.lineSeparator())
                .collect(Collectors.joining());
    }

    /** The chain's own table, and whose each layer is. */
    private Stream<String> layers() {
        List<String> rows = chain.describe().lines().toList();
        List<String> names = chain.names();
        return IntStream.range(0, rows.size())
                .mapToObj(i -> rows.get(i) + (i < names.size() ? contributed.ofLayer(names.get(i)) : ""));
    }

    private static String described(ToolDefinition tool) {
        String tags = tool.tags().stream().map(tag -> " #" + tag).collect(Collectors.joining());
        return "     tool      " + tool.name() + tags + (tool.owner().isEmpty() ? "" : " @" + tool.owner());
    }
}
