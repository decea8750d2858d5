package dev.plumbline.testkit;

import dev.plumbline.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The shapes of the chat-completions wire format, for one answer of one model. */
final class ChatWire {
    private static final long CREATED = 1_767_225_600L;
    private static final int FRAGMENT = 8;

    private final String id;
    private final String model;

    ChatWire(int number, String model) {
        this.id = "chatcmpl-" + number;
        this.model = model;
    }

    /** The data payloads of a whole stream, without the one that ends it. */
    List<String> chunks(List<String> pieces, List<ChatCall> calls) {
        List<String> chunks = new ArrayList<>();
        chunks.add(chunk(Json.object().with("role", "assistant").with("content", ""), Optional.empty()));
        pieces.forEach(piece -> chunks.add(chunk(Json.object().with("content", piece), Optional.empty())));
        for (int i = 0; i < calls.size(); i++) {
            fragments(i, calls.get(i), chunks);
        }
        return chunks;
    }

    private void fragments(int index, ChatCall call, List<String> into) {
        into.add(toolChunk(call.toJson("").with("index", index)));
        String arguments = call.arguments().text();
        for (int from = 0; from < arguments.length(); from += FRAGMENT) {
            String fragment = arguments.substring(from, Math.min(arguments.length(), from + FRAGMENT));
            into.add(toolChunk(Json.object()
                    .with("index", index)
                    .with("function", Json.object().with("arguments", fragment))));
        }
    }

    private String toolChunk(Json call) {
        return chunk(Json.object().with("tool_calls", List.of(call)), Optional.empty());
    }

    /** The payload that says why the model stopped. */
    String end(String reason) {
        return chunk(Json.object(), Optional.of(reason));
    }

    /** The payload that says what it cost. */
    String usage(Json usage) {
        return head("chat.completion.chunk")
                .with("choices", List.of())
                .with("usage", usage)
                .text();
    }

    private String chunk(Json delta, Optional<String> reason) {
        Json choice = Json.object()
                .with("index", 0)
                .with("delta", delta)
                .with("finish_reason", reason.map(Json::of).orElse(Json.of(null)));
        return head("chat.completion.chunk").with("choices", List.of(choice)).text();
    }

    /** The body of an answer that does not stream. */
    String whole(Json message, String reason, Json usage) {
        Json choice = Json.object().with("index", 0).with("message", message).with("finish_reason", reason);
        return head("chat.completion")
                .with("choices", List.of(choice))
                .with("usage", usage)
                .text();
    }

    private Json head(String object) {
        return Json.object()
                .with("id", id)
                .with("object", object)
                .with("created", CREATED)
                .with("model", model);
    }

    /** A message of these texts and calls. */
    static Json message(String text, List<ChatCall> calls) {
        Json message = Json.object().with("role", "assistant");
        if (calls.isEmpty()) {
            return message.with("content", text);
        }
        return message.with("content", text.isEmpty() ? Json.of(null) : Json.of(text))
                .with(
                        "tool_calls",
                        calls.stream()
                                .map(call -> call.toJson(call.arguments().text()))
                                .toList());
    }

    /** What an answer of so many pieces cost. */
    static Json tokens(int input, int output) {
        return Json.of(Map.of())
                .with("prompt_tokens", input)
                .with("completion_tokens", output)
                .with("total_tokens", input + output);
    }

    /**
     * A tool call of an answer.
     *
     * @param id its id
     * @param name the tool
     * @param arguments an object
     */
    record ChatCall(String id, String name, Json arguments) {
        Json toJson(String argumentText) {
            return Json.object()
                    .with("id", id)
                    .with("type", "function")
                    .with("function", Json.object().with("name", name).with("arguments", argumentText));
        }
    }
}
