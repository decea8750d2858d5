package dev.plumbline.mcpclient;

import dev.plumbline.call.Cancellation;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.ui.Question;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which definitions of tools a person has approved: one digest for each tool of a server. A tool whose definition has
 * another digest is not approved. Thread-safe.
 */
final class DefinitionReview {
    private static final int SHOWN = 400;
    private static final int MOST_SHOWN = 30;

    private final McpToolOptions options;
    private final HostQuestions questions;
    private final String server;
    private final Map<String, String> pins = new ConcurrentHashMap<>();
    private final Set<String> refused = ConcurrentHashMap.newKeySet();

    /**
     * Creates the review, with what was approved earlier.
     *
     * @param server the command or address that definitions are bound to
     */
    DefinitionReview(McpToolOptions options, HostQuestions questions, String server) {
        this.options = options;
        this.questions = questions;
        this.server = server;
        options.store.read(key()).ifPresent(this::load);
    }

    private String key() {
        return "mcp-tools " + options.name + " " + server;
    }

    private void load(String stored) {
        try {
            Json.parse(stored).fields().forEach((tool, digest) -> pins.put(tool, digest.asText()));
        } catch (JsonException damaged) {
            pins.clear();
            options.log.accept("the stored approvals cannot be read; tools are asked about again");
        }
    }

    boolean isApproved(RemoteTool tool) {
        return options.trustDefinitions || tool.digest().equals(pins.get(tool.remoteName()));
    }

    /** Asks about all tools that are not approved and were not refused; returns whether more can be used afterwards. */
    synchronized boolean review(Collection<RemoteTool> tools) {
        List<RemoteTool> unknown = tools.stream()
                .filter(tool -> !isApproved(tool) && !refused.contains(tool.digest()))
                .toList();
        if (unknown.isEmpty()) {
            return false;
        }
        Question.Option use = new Question.Option("use", "Use these tools");
        boolean changed = unknown.stream().anyMatch(tool -> pins.containsKey(tool.remoteName()));
        String title = (changed ? "Changed tools of " : "New tools of ") + options.name;
        boolean approved = questions
                .ask(
                        new HostQuestions.Wording(title, text(unknown, false), text(unknown, true)),
                        use,
                        Cancellation.create())
                .option()
                .equals(use);
        Set<String> digests = new HashSet<>();
        unknown.forEach(tool -> digests.add(tool.digest()));
        if (approved) {
            unknown.forEach(tool -> pins.put(tool.remoteName(), tool.digest()));
            store();
        } else {
            refused.addAll(digests);
        }
        return approved;
    }

    private void store() {
        Json json = Json.object();
        for (Map.Entry<String, String> pin : pins.entrySet()) {
            json = json.with(pin.getKey(), pin.getValue());
        }
        options.store.write(key(), json.canonical());
    }

    private String text(List<RemoteTool> tools, boolean whole) {
        StringBuilder text = new StringBuilder(options.name)
                .append(" (")
                .append(VisibleText.of(server))
                .append(") offers ")
                .append(tools.size())
                .append(tools.size() == 1 ? " tool" : " tools")
                .append(" that you have not approved. What follows was written by the server:\n");
        tools.stream().limit(whole ? tools.size() : MOST_SHOWN).forEach(tool -> append(text, tool, whole));
        if (!whole && tools.size() > MOST_SHOWN) {
            text.append("… and ").append(tools.size() - MOST_SHOWN).append(" more\n");
        }
        return text.toString();
    }

    private void append(StringBuilder text, RemoteTool tool, boolean whole) {
        String described = tool.description();
        boolean cut = !whole && described.length() > SHOWN;
        text.append('\n').append(tool.name());
        if (pins.containsKey(tool.remoteName())) {
            text.append(" (changed)");
        }
        text.append(": ")
                .append(cut ? described.substring(0, SHOWN) + "…" : described)
                .append('\n');
        if (!tool.hints().isEmpty()) {
            text.append("  says of itself: ")
                    .append(String.join(", ", tool.hints()))
                    .append('\n');
        }
        if (whole) {
            text.append("  ").append(VisibleText.of(tool.definition().text())).append('\n');
        }
    }
}
