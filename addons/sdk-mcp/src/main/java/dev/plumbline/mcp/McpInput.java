package dev.plumbline.mcp;

import dev.plumbline.json.Json;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * One thing that a tool asks a client for while it runs: the answer of its person to a form, an answer of its model, or
 * its folders. A value.
 *
 * @param kind what is asked for; the client must have declared it as a capability
 * @param params the parameters of the request, as the protocol defines them for its method
 */
public record McpInput(Kind kind, Json params) {
    public McpInput {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(params, "params");
    }

    /**
     * Returns a form for the person at the client. The answer has {@code action} ({@code accept}, {@code decline} or
     * {@code cancel}) and, if accepted, {@code content}.
     *
     * @param message what the person reads
     * @param schema an object whose properties are strings, numbers, booleans or choices
     */
    public static McpInput form(String message, Json schema) {
        return new McpInput(
                Kind.ELICITATION, Json.object().with("message", message).with("requestedSchema", schema));
    }

    /** Returns a question to the client's model. The answer has {@code role}, {@code content} and {@code model}. */
    public static McpInput sampling(String text, int maxTokens) {
        Json content = Json.object().with("type", "text").with("text", text);
        Json message = Json.object().with("role", "user").with("content", content);
        return new McpInput(
                Kind.SAMPLING, Json.object().with("messages", List.of(message)).with("maxTokens", maxTokens));
    }

    /** Returns the request for the client's folders. The answer has {@code roots}. */
    public static McpInput roots() {
        return new McpInput(Kind.ROOTS, Json.object());
    }

    /** Returns requests for inputs, by their keys. */
    static Json toJson(Map<String, McpInput> inputs) {
        Json requests = Json.object();
        for (Map.Entry<String, McpInput> each : inputs.entrySet()) {
            McpInput input = each.getValue();
            requests = requests.with(
                    each.getKey(),
                    Json.object().with("method", input.kind.method).with("params", input.params));
        }
        return requests;
    }

    /** What a client can be asked for. */
    public enum Kind {
        ELICITATION("elicitation", "elicitation/create"),
        SAMPLING("sampling", "sampling/createMessage"),
        ROOTS("roots", "roots/list");

        private final String capability;
        private final String method;

        Kind(String capability, String method) {
            this.capability = capability;
            this.method = method;
        }

        String capability() {
            return capability;
        }

        String method() {
            return method;
        }
    }
}
