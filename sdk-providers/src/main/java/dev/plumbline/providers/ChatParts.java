package dev.plumbline.providers;

import dev.plumbline.body.Part;
import dev.plumbline.json.JsonWriter;
import java.util.List;

/** The content of a user message: one text as a string, anything else as a list of parts, bytes as base64. */
final class ChatParts {

    private ChatParts() {}

    static void write(JsonWriter json, List<Part> parts) {
        if (parts.size() == 1 && parts.get(0) instanceof Part.Text text) {
            json.value(text.text());
            return;
        }
        json.array();
        parts.forEach(part -> part(json, part));
        json.end();
    }

    /** Reasoning, refusals and opaque data are the model's, not the user's: they are left out. */
    private static void part(JsonWriter json, Part part) {
        if (part instanceof Part.Text text) {
            begin(json, "text").value(text.text()).end();
        } else if (part instanceof Part.Image image) {
            begin(json, "image_url")
                    .object()
                    .name("url")
                    .value(Media.dataUrl(image.blob()))
                    .end()
                    .end();
        } else if (part instanceof Part.Audio audio) {
            begin(json, "input_audio").object().name("data").value(Media.base64(audio.blob()));
            json.name("format").value(format(audio.blob().mediaType())).end().end();
        } else if (part instanceof Part.File file) {
            begin(json, "file").object().name("filename").value(file.name());
            json.name("file_data").value(Media.dataUrl(file.blob())).end().end();
        }
    }

    private static JsonWriter begin(JsonWriter json, String type) {
        return json.object().name("type").value(type).name(type);
    }

    private static String format(String mediaType) {
        String subtype = mediaType.substring(mediaType.indexOf('/') + 1);
        return switch (subtype) {
            case "mpeg" -> "mp3";
            case "x-wav", "wave", "vnd.wave" -> "wav";
            default -> subtype;
        };
    }
}
