package dev.plumbline.providers.format;

import dev.plumbline.body.Part;
import dev.plumbline.json.Json;
import java.util.List;

/** The text of parts, in a form that all formats share. */
public final class PartText {
    /** The separator of two messages of one answer. */
    public static final String PARAGRAPH = "\n\n";

    private PartText() {}

    /** Returns text and refusals joined, without reasoning and media. */
    public static String words(List<Part> parts) {
        if (parts.size() == 1) {
            return words(parts.get(0));
        }
        StringBuilder text = new StringBuilder();
        for (Part part : parts) {
            text.append(words(part));
        }
        return text.toString();
    }

    public static String words(Part part) {
        if (part instanceof Part.Text text) {
            return text.text();
        }
        return part instanceof Part.Refusal refusal ? refusal.text() : "";
    }

    public static String reasoning(List<Part> parts) {
        StringBuilder words = new StringBuilder();
        for (Part part : parts) {
            words.append(part instanceof Part.Reasoning reasoning ? reasoning.text() : "");
        }
        return words.toString();
    }

    /** Returns whether opaque data can be a block or item of a message: an object with a type. */
    public static boolean isTyped(Json data) {
        return data.kind() == Json.Kind.OBJECT && data.get("type").kind() == Json.Kind.STRING;
    }
}
