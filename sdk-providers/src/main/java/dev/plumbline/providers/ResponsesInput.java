package dev.plumbline.providers;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonWriter;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** Interactions as input items of OpenAI responses. */
final class ResponsesInput {
    private final String provider;
    private final boolean stored;

    /** Opaque data is sent if it came from that provider; what it kept itself is known by its id alone. */
    ResponsesInput(String provider, boolean stored) {
        this.provider = provider;
        this.stored = stored;
    }

    /** On what the bytes depend besides the interactions. */
    String key() {
        return stored ? "stored " : "";
    }

    /**
     * What one answer brought, in its order: messages, calls, reasoning. Reasoning is sent only in front of what it led
     * to: the service refuses it alone.
     */
    void answer(JsonWriter json, List<Interaction> items, List<String> ids) {
        List<Json> waiting = new ArrayList<>();
        Iterator<String> id = ids.iterator();
        for (Interaction item : items) {
            if (item instanceof Interaction.ToolCall call) {
                flush(json, waiting);
                call(json, call, id.next());
            } else if (item instanceof Interaction.Assistant said) {
                assistant(json, said.parts(), waiting);
            }
        }
    }

    private void assistant(JsonWriter json, List<Part> parts, List<Json> waiting) {
        StringBuilder words = new StringBuilder();
        for (Part part : parts) {
            if (part instanceof Part.Opaque opaque) {
                message(json, words, waiting);
                opaque(json, opaque, waiting);
            } else {
                words.append(Telling.words(part));
            }
        }
        message(json, words, waiting);
    }

    private static void message(JsonWriter json, StringBuilder words, List<Json> waiting) {
        if (!words.isEmpty()) {
            flush(json, waiting);
            json.object().name("role").value("assistant");
            json.name("content").value(words.toString()).end();
            words.setLength(0);
        }
    }

    private void opaque(JsonWriter json, Part.Opaque opaque, List<Json> waiting) {
        Json item = opaque.data();
        if (!opaque.provider().equals(provider) || item.kind() != Json.Kind.OBJECT) {
            return;
        }
        if (!item.get("type").equals(Json.of("reasoning"))) {
            flush(json, waiting);
            json.json(item);
        } else if (stored || item.get("encrypted_content").kind() == Json.Kind.STRING) {
            waiting.add(item);
        }
    }

    private static void flush(JsonWriter json, List<Json> waiting) {
        waiting.forEach(json::json);
        waiting.clear();
    }

    private static void call(JsonWriter json, Interaction.ToolCall call, String id) {
        json.object().name("type").value("function_call").name("call_id").value(id);
        json.name("name").value(Telling.toolName(call.name()));
        json.name("arguments").value(Telling.arguments(call.arguments()).text()).end();
    }

    static void result(JsonWriter json, Interaction.ToolResult result, String id) {
        json.object().name("type").value("function_call_output").name("call_id").value(id);
        String words = result.envelope().toJson().text();
        json.name("output");
        if (result.envelope().parts().isEmpty()) {
            json.value(words);
        } else {
            json.array();
            text(json, words);
            result.envelope().parts().forEach(part -> part(json, part));
            json.end();
        }
        json.end();
    }

    /** What a user said, or a direction. */
    static void said(JsonWriter json, Interaction item) {
        json.object().name("role");
        if (item instanceof Interaction.User user) {
            json.value("user").name("content");
            content(json, user.parts());
        } else {
            json.value("system").name("content").value(Telling.direction(item));
        }
        json.end();
    }

    private static void content(JsonWriter json, List<Part> parts) {
        if (parts.size() == 1 && parts.get(0) instanceof Part.Text text) {
            json.value(text.text());
            return;
        }
        json.array();
        parts.forEach(part -> part(json, part));
        json.end();
    }

    private static void part(JsonWriter json, Part part) {
        if (part instanceof Part.Text text) {
            text(json, text.text());
        } else if (part instanceof Part.Image image) {
            json.object().name("type").value("input_image");
            json.name("image_url").value(Media.dataUrl(image.blob())).end();
        } else if (part instanceof Part.File file) {
            json.object().name("type").value("input_file").name("filename").value(file.name());
            json.name("file_data").value(Media.dataUrl(file.blob())).end();
        } else if (part instanceof Part.Audio) {
            text(json, Media.leftOut(part));
        }
    }

    private static void text(JsonWriter json, String words) {
        json.object().name("type").value("input_text").name("text").value(words).end();
    }
}
