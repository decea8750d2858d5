package dev.plumbline.mcp;

import dev.plumbline.http.internal.JsonRpc;
import dev.plumbline.internal.JsonMembers;
import dev.plumbline.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The methods {@code prompts/list}, {@code prompts/get} and {@code completion/complete}. */
final class PromptMethods {
    private static final int MOST_COMPLETIONS = 100;
    private static final int LONGEST_BEGINNING = 1_000;

    private final McpOptions options;
    private final HostReader host;
    private final ContentBlockWriter contents;

    PromptMethods(McpOptions options, HostReader host) {
        this.options = options;
        this.host = host;
        this.contents = new ContentBlockWriter(options.limits.imageEdge());
    }

    boolean isOffered() {
        return !options.prompts.isEmpty();
    }

    Json list(ClientContent content) {
        List<Json> prompts = new ArrayList<>();
        options.prompts.values().forEach(prompt -> prompts.add(json(prompt, content)));
        return Json.object().with("prompts", prompts);
    }

    private static Json json(McpPrompt prompt, ClientContent content) {
        Json json = Json.object()
                .with("name", prompt.name())
                .with("title", McpToolDisplay.ofName(prompt.name()).title());
        Json described =
                prompt.description().isEmpty() ? json : json.with("description", content.text(prompt.description()));
        List<Json> arguments = new ArrayList<>();
        prompt.arguments()
                .forEach(argument -> arguments.add(Json.object()
                        .with("name", argument.name())
                        .with("description", content.text(argument.description()))
                        .with("required", argument.required())));
        return arguments.isEmpty() ? described : described.with("arguments", arguments);
    }

    /**
     * Makes the messages of a prompt.
     *
     * @throws JsonRpc.Failure if there is no such prompt, an argument is missing, or it fails
     */
    Json get(OpenCall call) {
        McpPrompt prompt = options.prompts.get(call.request().name());
        if (prompt == null) {
            throw JsonRpc.invalidParams("Unknown prompt");
        }
        Map<String, String> given = new LinkedHashMap<>();
        JsonMembers.object(call.request().params(), "arguments").fields().forEach((name, value) -> {
            if (value.kind() == Json.Kind.STRING) {
                given.put(name, value.asText());
            }
        });
        for (McpPrompt.Argument argument : prompt.arguments()) {
            if (argument.required() && !given.containsKey(argument.name())) {
                throw JsonRpc.invalidParams("the argument " + argument.name() + " is missing");
            }
        }
        List<McpPrompt.Message> messages = host.make(call, () -> prompt.maker().make(call.restored(given), call));
        Json result = Json.object()
                .with(
                        "messages",
                        messages.stream()
                                .map(message -> Json.object()
                                        .with("role", message.role())
                                        .with(
                                                "content",
                                                contents.of(call.content().part(message.content()))))
                                .toList());
        return prompt.description().isEmpty()
                ? result
                : result.with("description", call.content().text(prompt.description()));
    }

    /** Returns what a person could mean by the beginning of an argument; nothing for arguments without completions. */
    Json complete(Json params, ClientContent content) {
        Json reference = JsonMembers.object(params, "ref");
        Json argument = JsonMembers.object(params, "argument");
        String name =
                argument.get("name").findText().orElseThrow(() -> JsonRpc.invalidParams("argument.name is missing"));
        String beginning = argument.get("value").findText().orElse("");
        if (beginning.length() > LONGEST_BEGINNING) {
            throw JsonRpc.invalidParams("argument.value has more than " + LONGEST_BEGINNING + " characters");
        }
        List<String> values = reference
                .get("name")
                .findText()
                .flatMap(prompt -> Optional.ofNullable(options.prompts.get(prompt)))
                .flatMap(prompt -> prompt.arguments().stream()
                        .filter(each -> each.name().equals(name))
                        .findFirst())
                .map(each -> each.completions().apply(beginning))
                .orElse(List.of());
        List<String> sent = values.subList(0, Math.min(values.size(), MOST_COMPLETIONS));
        Json completion = Json.object()
                .with("values", content.texts(sent))
                .with("total", values.size())
                .with("hasMore", values.size() > sent.size());
        return Json.object().with("completion", completion);
    }
}
