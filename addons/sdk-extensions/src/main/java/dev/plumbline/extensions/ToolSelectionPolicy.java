package dev.plumbline.extensions;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.json.Json;
import dev.plumbline.policy.RequestPolicy;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.Param;
import dev.plumbline.tool.ThreadAffinity;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Offers the tools that fit a message of the user or a search of the model, and those that it called; all tools if that is
 * none, and the model cannot search. Tools only come within a conversation, because services bind answers to those that were
 * declared. All of it is read from the call, so equal calls offer equal tools. Thread-safe.
 */
final class ToolSelectionPolicy implements RequestPolicy {
    static final String SEARCH = "find_tools";

    private static final int MOST_KNOWN = 1_000;

    private final ToolSelector selector;
    private final int count;

    /** The tools that fit a text, by the text, among the tools of the newest call; guarded by this policy. */
    private final Map<String, Set<String>> known = new HashMap<>();

    private List<ToolDefinition> among = List.of();

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
        for (Interaction said : call.effective()) {
            if (said instanceof Interaction.User user) {
                offered.addAll(fitting(call.tools(), user.text()));
            } else if (said instanceof Interaction.ToolCall asked) {
                offered.add(asked.name());
                offered.addAll(
                        asked.name().equals(SEARCH) ? fitting(call.tools(), query(asked.arguments())) : Set.of());
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

    /** Returns the names of the tools that fit a text; those of recent texts are remembered, because each call has them. */
    private synchronized Set<String> fitting(List<ToolDefinition> tools, String text) {
        if (!tools.equals(among)) {
            among = tools;
            known.clear();
        }
        Set<String> names = known.get(text);
        if (names == null) {
            names = new HashSet<>();
            for (ToolDefinition tool : selector.select(tools, text, count)) {
                names.add(tool.name());
            }
            if (known.size() >= MOST_KNOWN) {
                known.clear();
            }
            known.put(text, names);
        }
        return names;
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
