package dev.plumbline.assistant;

import dev.plumbline.body.Selector;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.ui.Question;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The tools that a person has allowed without a question, in the settings: each by its name and the fingerprint of what was said of it
 * then. They answer only a question that could be answered for the session: one for each call, and one about a destructive call
 * or a value of strangers, is asked. Used on the UI thread.
 */
final class AlwaysAllowed {
    private static final String KEY = "always";

    /** The answer that only a question has that is asked once. */
    private static final String SESSION = "approve-session";

    private static final String YES = "approve";

    private final AssistantSettings settings;

    AlwaysAllowed(AssistantSettings settings) {
        this.settings = settings;
    }

    /** Returns the fingerprints by the names of their tools. */
    Map<String, String> tools() {
        Map<String, String> tools = new LinkedHashMap<>();
        for (String each : settings.get(KEY).split(" ", -1)) {
            int at = each.indexOf('=');
            if (at > 0) {
                tools.put(each.substring(0, at), each.substring(at + 1));
            }
        }
        return tools;
    }

    void remove(String tool) {
        Map<String, String> tools = tools();
        tools.remove(tool);
        keep(tools);
    }

    private void keep(Map<String, String> tools) {
        settings.put(Map.of(
                KEY,
                tools.entrySet().stream()
                        .map(each -> each.getKey() + "=" + each.getValue())
                        .collect(Collectors.joining(" "))));
    }

    /** Answers a question about a tool that is allowed without a question. */
    void answer(Question question, AiRuntime ai) {
        Optional<String> now = fingerprint(question, ai);
        if (now.isPresent() && now.equals(Optional.ofNullable(tools().get(name(question))))) {
            question.options().stream()
                    .filter(option -> option.id().equals(YES))
                    .findFirst()
                    .ifPresent(yes -> question.opened().answer(yes));
        }
    }

    /** Returns the name of the tool that is asked about; empty if it is about none. */
    static String name(Question question) {
        return question.toolCall().map(call -> call.name()).orElse("");
    }

    /** Returns the fingerprint of the tool that is asked about; empty if it is asked about each time. */
    private static Optional<String> fingerprint(Question question, AiRuntime ai) {
        boolean isOnce =
                question.options().stream().anyMatch(option -> option.id().equals(SESSION));
        return isOnce
                ? ai.toolExecutor().definitions(Selector.ALL).stream()
                        .filter(tool -> tool.name().equals(name(question)))
                        .filter(tool -> !tool.isDestructive())
                        .map(ToolDefinition::fingerprint)
                        .map(Object::toString)
                        .findFirst()
                : Optional.empty();
    }

    /** Returns what allows the tool of a question for always; empty for one that is asked each time, or that has folded parts. */
    Optional<Runnable> offer(Question question, AiRuntime ai) {
        return question.isWhole() && fingerprint(question, ai).isPresent()
                ? Optional.of(() -> allow(question, ai))
                : Optional.empty();
    }

    private void allow(Question question, AiRuntime ai) {
        fingerprint(question, ai).ifPresent(digest -> {
            Map<String, String> tools = tools();
            tools.put(name(question), digest);
            keep(tools);
            answer(question, ai);
        });
    }
}
