package dev.plumbline.extensions;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.json.Json;
import dev.plumbline.policy.RequestPolicy;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.Param;
import dev.plumbline.tool.ThreadAffinity;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Offers the tools that fit the last message of the user, those that fit what the model searched since, and those it
 * called before; all tools if that is none, and the model cannot search. All of it is read from the call, so equal calls offer equal tools. Thread-safe.
 */
final class ToolSelectionPolicy implements RequestPolicy {
    static final String SEARCH = "find_tools";

    private final ToolSelector selector;
    private final int count;

    ToolSelectionPolicy(ToolSelector selector, int count) {
        this.selector = selector;
        this.count = count;
    }

    /** Returns the tool with which the model searches; the search itself is done before the next call. */
    static AiTool search() {
        return AiTool.of(
                        SEARCH,
                        "Searches for further tools. Only some of the tools are offered to you; call this if none of"
                                + " them fits. The tools that fit are offered in your next step.",
                        Search.class,
                        (asked, context) -> "The tools that fit are offered now.")
                .withTags("tool-selection")
                .withReadOnly()
                .withIdempotent()
                .withAffinity(ThreadAffinity.POOL);
    }

    @Override
    public AiCall onRequest(AiCall call) {
        if (call.tools().size() <= count) {
            return call;
        }
        Set<String> offered = new HashSet<>(Set.of(SEARCH));
        int turn = lastUser(call.effective());
        if (turn >= 0) {
            add(call, call.effective().get(turn).text(), offered);
        }
        for (Interaction said : call.effective()) {
            if (said instanceof Interaction.ToolCall asked) {
                offered.add(asked.name());
            }
        }
        for (Interaction said :
                call.effective().subList(turn + 1, call.effective().size())) {
            if (said instanceof Interaction.ToolCall asked && asked.name().equals(SEARCH)) {
                add(call, query(asked.arguments()), offered);
            }
        }
        List<ToolDefinition> kept = call.tools().stream()
                .filter(tool -> offered.contains(tool.name()))
                .toList();
        if (kept.isEmpty()) {
            return call;
        }
        call.addRemark(kept.size() + " of " + call.tools().size() + " tools");
        return call.withTools(kept);
    }

    private void add(AiCall call, String request, Set<String> offered) {
        selector.select(call.tools(), request, count).forEach(tool -> offered.add(tool.name()));
    }

    private static int lastUser(List<Interaction> said) {
        return IntStream.iterate(said.size() - 1, i -> i >= 0, i -> i - 1)
                .filter(i -> said.get(i) instanceof Interaction.User)
                .findFirst()
                .orElse(-1);
    }

    private static String query(Json arguments) {
        return arguments.get("need").kind() == Json.Kind.STRING
                ? arguments.get("need").asText()
                : "";
    }

    /** The arguments of {@code find_tools}. */
    record Search(
            @Param("what the tool should do, in a few words")
            String need) {}
}
