package dev.plumbline.mcpclient;

import dev.plumbline.body.ContentOrigin;
import dev.plumbline.call.Cancellation;
import dev.plumbline.internal.VisibleText;
import dev.plumbline.internal.Words;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.ui.Question;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which definitions of tools a person has approved, each as it was shown. A tool whose definition has another digest is
 * not approved. Thread-safe.
 */
final class DefinitionReview {
    private static final String USE = "use";

    private final McpToolOptions options;
    private final HostQuestions questions;
    private final String server;
    private final Map<String, Pin> pins = new ConcurrentHashMap<>();
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
            Json.parse(stored).fields().forEach((tool, approved) -> pins.put(tool, new Pin(approved)));
        } catch (JsonException damaged) {
            pins.clear();
            options.log.accept("the stored approvals cannot be read; tools are asked about again");
        }
    }

    boolean isApproved(RemoteTool tool) {
        Pin pin = pins.get(tool.remoteName());
        return options.trustDefinitions || (pin != null && pin.digest().equals(tool.digest()));
    }

    /** Returns why a tool that is not approved cannot be used, in words. */
    String refusal(RemoteTool tool) {
        if (refused.contains(tool.digest())) {
            return "the user has refused this definition of the tool";
        }
        return pins.containsKey(tool.remoteName())
                ? "the user has approved another definition of this tool, and is asked about this one by review()"
                : "the user was not yet asked about this tool; review() asks";
    }

    /** Asks about all tools that are not approved and were not refused; returns whether more can be used afterwards. */
    synchronized boolean review(Collection<RemoteTool> tools) {
        List<RemoteTool> unknown = tools.stream()
                .filter(tool -> !isApproved(tool) && !refused.contains(tool.digest()))
                .sorted(Comparator.comparing(tool -> !pins.containsKey(tool.remoteName()))) // changed ones first
                .toList();
        if (unknown.isEmpty()) {
            return false;
        }
        boolean changed = pins.containsKey(unknown.get(0).remoteName());
        String title = questions.words().say(changed ? "definitions.changed" : "definitions.new", options.name);
        boolean approved = questions.isAgreed(title, parts(unknown), USE, Cancellation.create());
        if (approved) {
            unknown.forEach(tool -> pins.put(tool.remoteName(), new Pin(tool.definition())));
            store();
        } else {
            unknown.forEach(tool -> refused.add(tool.digest()));
        }
        return approved;
    }

    private void store() {
        Json json = Json.object();
        for (Map.Entry<String, Pin> pin : pins.entrySet()) {
            json = json.with(pin.getKey(), pin.getValue().approved());
        }
        options.store.write(key(), json.canonical());
    }

    /** Returns what is asked about: of each tool that changed what differs, and then all of it. */
    private List<Question.Part> parts(List<RemoteTool> tools) {
        Words words = questions.words();
        List<Question.Part> parts = new ArrayList<>();
        parts.add(Question.Part.host(
                words.count("definitions.intro", tools.size(), options.name, VisibleText.of(server))));
        for (RemoteTool tool : tools) {
            Pin pin = pins.get(tool.remoteName());
            if (pin != null) {
                parts.add(pin.changes(options.name, tool, words));
            }
            parts.add(Question.Part.of(
                    ContentOrigin.MCP,
                    words.say("definitions.offers", options.name, tool.name()),
                    DefinitionText.of(tool, words)));
        }
        return parts;
    }

    /**
     * A definition that was approved.
     *
     * @param approved the definition; its digest alone if an earlier version has stored it
     */
    private record Pin(Json approved) {
        String digest() {
            return approved.findText().orElseGet(() -> RemoteTool.digest(approved));
        }

        Question.Part changes(String server, RemoteTool tool, Words words) {
            String heading = words.say("definitions.change", server, tool.name());
            if (approved.kind() == Json.Kind.STRING) {
                return Question.Part.host(words.say("definitions.forgotten", heading));
            }
            Map<String, String> before = DefinitionText.members(approved);
            Map<String, String> now = DefinitionText.members(tool.definition());
            String text = DefinitionText.others(now, before, words);
            String old = DefinitionText.others(before, now, words);
            Question.Part part = Question.Part.of(ContentOrigin.MCP, heading, text);
            return new Question.Part(
                    part.source(),
                    heading,
                    text,
                    Optional.of(old),
                    Question.Part.of(part.source(), heading, old + text).isFolded());
        }
    }
}
