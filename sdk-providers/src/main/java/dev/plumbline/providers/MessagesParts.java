package dev.plumbline.providers;

import dev.plumbline.body.Blob;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonWriter;
import java.util.List;

/** Interactions as content blocks of Anthropic messages. Blank text has no block: the service refuses it. */
final class MessagesParts {
    private final String provider;

    /** Opaque data is sent if it came from that provider. */
    MessagesParts(String provider) {
        this.provider = provider;
    }

    void direction(JsonWriter json, Interaction item) {
        text(json, Telling.direction(item));
    }

    /** Reasoning is sent only in its signed form, which is opaque. */
    void assistant(JsonWriter json, List<Part> parts) {
        for (Part part : parts) {
            if (part instanceof Part.Opaque opaque) {
                opaque(json, opaque);
            } else {
                text(json, Telling.words(part));
            }
        }
    }

    private void opaque(JsonWriter json, Part.Opaque opaque) {
        if (opaque.provider().equals(provider) && opaque.data().kind() == Json.Kind.OBJECT) {
            json.json(opaque.data());
        }
    }

    void user(JsonWriter json, List<Part> parts) {
        parts.forEach(part -> part(json, part));
    }

    void call(JsonWriter json, Interaction.ToolCall call, String id) {
        type(json, "tool_use").name("id").value(id);
        json.name("name").value(Telling.toolName(call.name()));
        json.name("input").json(Telling.arguments(call.arguments())).end();
    }

    void result(JsonWriter json, Interaction.ToolResult result, String id) {
        type(json, "tool_result").name("tool_use_id").value(id);
        if (!result.envelope().ok()) {
            json.name("is_error").value(true);
        }
        json.name("content").array();
        text(json, result.envelope().toJson().text());
        user(json, result.envelope().parts());
        json.end().end();
    }

    private static void part(JsonWriter json, Part part) {
        if (part instanceof Part.Text said) {
            text(json, said.text());
        } else if (part instanceof Part.Image image) {
            source(type(json, "image"), "base64", image.blob().mediaType(), Media.base64(image.blob()));
            json.end();
        } else if (part instanceof Part.File file) {
            file(json, file);
        } else if (part instanceof Part.Audio) {
            text(json, Media.leftOut(part));
        }
    }

    private static void file(JsonWriter json, Part.File file) {
        Blob blob = file.blob();
        boolean plain = blob.mediaType().startsWith("text/");
        if (!plain && !blob.mediaType().equals("application/pdf")) {
            text(json, Media.leftOut(file));
            return;
        }
        source(
                type(json, "document"),
                plain ? "text" : "base64",
                plain ? "text/plain" : blob.mediaType(),
                plain ? Media.text(blob) : Media.base64(blob));
        json.name("title").value(file.name()).end();
    }

    private static void source(JsonWriter json, String type, String mediaType, String data) {
        json.name("source").object().name("type").value(type);
        json.name("media_type").value(mediaType).name("data").value(data).end();
    }

    private static void text(JsonWriter json, String words) {
        if (!words.isBlank()) {
            type(json, "text").name("text").value(words).end();
        }
    }

    private static JsonWriter type(JsonWriter json, String type) {
        return json.object().name("type").value(type);
    }
}
