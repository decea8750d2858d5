package dev.plumbline.body;

import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads and writes the documented JSON form of parts; bytes are base64. */
final class PartJson {

    private PartJson() {}

    static Json write(List<Part> parts) {
        List<Json> forms = new ArrayList<>(parts.size());
        for (Part part : parts) {
            forms.add(write(part));
        }
        return Json.of(forms);
    }

    /** Returns the nesting depth of the deepest JSON in parts. */
    static int depth(List<Part> parts) {
        int deepest = 0;
        for (Part part : parts) {
            deepest = Math.max(
                    deepest, part instanceof Part.Opaque opaque ? opaque.data().depth() : 0);
        }
        return deepest;
    }

    private static Json write(Part part) {
        Map<String, Object> json = new LinkedHashMap<>();
        if (part instanceof Part.Text text) {
            text(json, "text", text.text());
        } else if (part instanceof Part.Reasoning reasoning) {
            text(json, "reasoning", reasoning.text());
        } else if (part instanceof Part.Refusal refusal) {
            text(json, "refusal", refusal.text());
        } else if (part instanceof Part.Opaque opaque) {
            json.put("type", "opaque");
            json.put("provider", opaque.provider());
            json.put("data", opaque.data());
            if (!opaque.prefix().isEmpty()) {
                json.put("prefix", opaque.prefix());
            }
            if (!opaque.writer().isEmpty()) {
                json.put("writer", opaque.writer());
            }
        } else if (part instanceof Part.Image image) {
            blob(json, "image", image.blob());
        } else if (part instanceof Part.Audio audio) {
            blob(json, "audio", audio.blob());
        } else if (part instanceof Part.File file) {
            blob(json, "file", file.blob());
            json.put("name", file.name());
        }
        return Json.of(json);
    }

    private static void text(Map<String, Object> json, String type, String text) {
        json.put("type", type);
        json.put("text", text);
    }

    private static void blob(Map<String, Object> json, String type, Blob blob) {
        json.put("type", type);
        json.put("mediaType", blob.mediaType());
        try (var in = blob.open()) {
            json.put("base64", Base64.getEncoder().encodeToString(in.readAllBytes()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<Part> read(Json parts) {
        return parts.elements().stream().map(PartJson::part).toList();
    }

    private static Part part(Json json) {
        return switch (json.get("type").asText()) {
            case "text" -> new Part.Text(json.get("text").asText());
            case "reasoning" -> new Part.Reasoning(json.get("text").asText());
            case "refusal" -> new Part.Refusal(json.get("text").asText());
            case "opaque" -> opaque(json);
            case "image" -> new Part.Image(blob(json));
            case "audio" -> new Part.Audio(blob(json));
            case "file" -> new Part.File(json.get("name").asText(), blob(json));
            default ->
                throw new JsonException("/type", "must be text, reasoning, refusal, opaque, image, audio or file");
        };
    }

    private static Part opaque(Json json) {
        Part.Opaque part = new Part.Opaque(json.get("provider").asText(), StrictMembers.required(json, "data"));
        Json prefix = json.get("prefix");
        Json writer = json.get("writer");
        Part.Opaque bound = prefix.exists() ? part.withPrefix(prefix.asText()) : part;
        return writer.exists() ? bound.withWriter(writer.asText()) : bound;
    }

    private static Blob blob(Json json) {
        try {
            byte[] bytes = Base64.getDecoder().decode(json.get("base64").asText());
            return Blob.of(bytes, json.get("mediaType").asText());
        } catch (IllegalArgumentException e) {
            throw new JsonException("/base64", "must be base64, with a media type of the form type/subtype");
        }
    }
}
