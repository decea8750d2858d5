package dev.plumbline.web;

import dev.plumbline.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a client makes of a stream: messages of AG-UI, or rows. */
final class ClientFold {
    private final Map<String, Json> messages = new LinkedHashMap<>();
    private final Map<String, Json> rows = new LinkedHashMap<>();

    void add(Json event) {
        if (event.get("type").exists()) {
            addAgUi(event, event.get("type").asText());
        } else {
            addRow(event, event.get("change").asText());
        }
    }

    private void addAgUi(Json event, String type) {
        switch (type) {
            case "MESSAGES_SNAPSHOT" -> {
                messages.clear();
                event.get("messages").elements().forEach(message -> messages.put(id(message), message));
            }
            case "TEXT_MESSAGE_START" ->
                messages.putIfAbsent(
                        text(event, "messageId"),
                        Json.object()
                                .with("id", text(event, "messageId"))
                                .with("role", "assistant")
                                .with("content", ""));
            case "TEXT_MESSAGE_CONTENT" ->
                messages.computeIfPresent(
                        text(event, "messageId"),
                        (id, message) -> message.with("content", text(message, "content") + text(event, "delta")));
            case "TOOL_CALL_START" -> start(event);
            case "TOOL_CALL_ARGS" -> grow(event);
            case "TOOL_CALL_RESULT" ->
                messages.put(
                        text(event, "messageId"),
                        Json.object()
                                .with("id", text(event, "messageId"))
                                .with("role", "tool")
                                .with("toolCallId", text(event, "toolCallId"))
                                .with("content", text(event, "content")));
            default -> {}
        }
    }

    private void start(Json event) {
        String call = text(event, "toolCallId");
        String parent = event.get("parentMessageId").exists() ? text(event, "parentMessageId") : call;
        Json message = messages.getOrDefault(
                parent,
                Json.object().with("id", parent).with("role", "assistant").with("content", ""));
        List<Json> calls = new ArrayList<>(calls(message));
        calls.add(Json.object()
                .with("id", call)
                .with("type", "function")
                .with(
                        "function",
                        Json.object().with("name", text(event, "toolCallName")).with("arguments", "")));
        messages.put(parent, message.with("toolCalls", calls));
    }

    private void grow(Json event) {
        messages.replaceAll((id, message) -> calls(message).stream()
                        .anyMatch(call -> id(call).equals(text(event, "toolCallId")))
                ? message.with(
                        "toolCalls",
                        calls(message).stream().map(call -> grown(call, event)).toList())
                : message);
    }

    private static Json grown(Json call, Json event) {
        if (!id(call).equals(text(event, "toolCallId"))) {
            return call;
        }
        Json function = call.get("function");
        return call.with("function", function.with("arguments", text(function, "arguments") + text(event, "delta")));
    }

    private static List<Json> calls(Json message) {
        return message.get("toolCalls").exists() ? message.get("toolCalls").elements() : List.of();
    }

    private void addRow(Json event, String change) {
        switch (change) {
            case "snapshot" -> {
                rows.clear();
                event.get("rows").elements().forEach(row -> rows.put(text(row, "key"), row));
            }
            case "added", "changed" -> rows.put(text(event.get("row"), "key"), event.get("row"));
            case "removed" -> rows.remove(text(event, "key"));
            case "more" -> rows.computeIfPresent(text(event, "key"), (key, row) -> more(row, event));
            default -> {}
        }
    }

    private static Json more(Json row, Json event) {
        String member = event.get("reasoning").exists() ? "reasoning" : "text";
        String before = row.get(member).exists() ? text(row, member) : "";
        return row.with(member, before + text(event, member));
    }

    private static String id(Json json) {
        return text(json, "id");
    }

    private static String text(Json json, String member) {
        return json.get(member).asText();
    }

    /** Returns the messages, without reasoning, which clients keep apart. */
    List<String> messages() {
        return plain(List.copyOf(messages.values()));
    }

    static List<String> plain(List<Json> messages) {
        return messages.stream()
                .filter(message -> !text(message, "role").equals("reasoning"))
                .map(Json::canonical)
                .toList();
    }

    List<String> rows() {
        return rows.values().stream().map(Json::canonical).toList();
    }
}
