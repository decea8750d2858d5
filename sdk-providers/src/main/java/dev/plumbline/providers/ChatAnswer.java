package dev.plumbline.providers;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonWriter;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** What one answer brought, as the assistant message of chat completions. Safe for any number of threads. */
final class ChatAnswer {
    private final String provider;
    private final Dialect dialect;

    /** Opaque data is sent if it came from that provider and the dialect wants it back. */
    ChatAnswer(String provider, Dialect dialect) {
        this.provider = provider;
        this.dialect = dialect;
    }

    /** Writes the message; nothing when there is nothing to say. */
    void write(JsonWriter json, List<Interaction> items, List<String> ids) {
        List<Part> parts = new ArrayList<>();
        items.forEach(item -> parts.addAll(item instanceof Interaction.Assistant said ? said.parts() : List.of()));
        String text = Telling.words(parts);
        List<Json> details = dialect.has(Dialect.Trait.REASONING_DETAILS) ? details(parts) : List.of();
        if (text.isEmpty() && ids.isEmpty() && details.isEmpty()) {
            return;
        }
        json.object().name("role").value("assistant").name("content");
        content(json, parts, text, ids.isEmpty());
        reasoning(json, parts, details, !ids.isEmpty());
        calls(json, items, ids);
        json.end();
    }

    private void content(JsonWriter json, List<Part> parts, String text, boolean wordsOnly) {
        String thinking = dialect.has(Dialect.Trait.THINKING_PARTS) ? Telling.reasoning(parts) : "";
        if (!thinking.isEmpty()) {
            thinking(json, thinking, text);
        } else if (text.isEmpty() && !wordsOnly) {
            json.nullValue();
        } else {
            json.value(text);
        }
    }

    private static void thinking(JsonWriter json, String thinking, String text) {
        json.array().object().name("type").value("thinking").name("thinking").array();
        text(json, thinking);
        json.end().end();
        if (!text.isEmpty()) {
            text(json, text);
        }
        json.end();
    }

    private static void text(JsonWriter json, String words) {
        json.object().name("type").value("text").name("text").value(words).end();
    }

    private void reasoning(JsonWriter json, List<Part> parts, List<Json> details, boolean withCalls) {
        if (withCalls && dialect.has(Dialect.Trait.REASONING_WITH_CALLS)) {
            json.name("reasoning_content").value(Telling.reasoning(parts));
        }
        if (!details.isEmpty()) {
            json.name("reasoning_details").array();
            details.forEach(json::json);
            json.end();
        }
    }

    private static void calls(JsonWriter json, List<Interaction> items, List<String> ids) {
        if (ids.isEmpty()) {
            return;
        }
        json.name("tool_calls").array();
        Iterator<String> id = ids.iterator();
        for (Interaction item : items) {
            if (item instanceof Interaction.ToolCall call) {
                call(json, call, id.next());
            }
        }
        json.end();
    }

    private static void call(JsonWriter json, Interaction.ToolCall call, String id) {
        json.object().name("id").value(id).name("type").value("function");
        json.name("function").object();
        json.name("name").value(Telling.toolName(call.name()));
        json.name("arguments").value(Telling.arguments(call.arguments()).text());
        json.end().end();
    }

    private List<Json> details(List<Part> parts) {
        List<Json> details = new ArrayList<>();
        for (Part part : parts) {
            if (part instanceof Part.Opaque opaque
                    && opaque.provider().equals(provider)
                    && opaque.data().kind() == Json.Kind.ARRAY) {
                details.addAll(opaque.data().elements());
            }
        }
        return details;
    }
}
