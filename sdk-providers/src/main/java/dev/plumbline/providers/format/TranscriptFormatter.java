package dev.plumbline.providers.format;

import dev.plumbline.body.Blob;
import dev.plumbline.body.ContentOrigin;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

/**
 * Formats interactions in ways that all API formats share: their order, and their text where a format has no form of
 * its own.
 */
public final class TranscriptFormatter {
    /** The separator of two messages of one answer. */
    public static final String PARAGRAPH = "\n\n";

    private static final LazyPattern NOT_IN_NAMES = new LazyPattern("[^a-zA-Z0-9_-]");
    private static final int LONGEST_NAME = 64;

    private TranscriptFormatter() {}

    /** Returns whether the interaction is part of an answer. */
    public static boolean isAnswer(Interaction item) {
        return item instanceof Interaction.Assistant || item instanceof Interaction.ToolCall;
    }

    /**
     * Returns whether the interaction may have the role of the system: instructions, a summary, and facts, unless one of
     * them is content that somebody else wrote.
     */
    public static boolean isDirection(Interaction item) {
        return item instanceof Interaction.System
                || item instanceof Interaction.Summary
                || (item instanceof Interaction.Context context
                        && context.values().values().stream().noneMatch(ContentOrigin::isMarkedUntrusted));
    }

    /** Returns facts, instructions and summaries as text in a message of the user. */
    public static String directionOfUser(Interaction item) {
        return item instanceof Interaction.Context
                ? "From the program, not from the user. " + direction(item)
                : direction(item);
    }

    /** Returns facts, instructions and summaries as text. */
    public static String direction(Interaction item) {
        if (item instanceof Interaction.Context context) {
            return "Facts, as JSON:\n" + Json.of(context.values()).text();
        }
        if (item instanceof Interaction.Summary summary) {
            return "Summary of the conversation so far:\n" + summary.text();
        }
        return item instanceof Interaction.System system ? system.text() : "";
    }

    /** Returns text and refusals joined, without reasoning and media. */
    public static String words(List<Part> parts) {
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

    /** Returns the arguments; wraps those that did not parse, because providers accept only objects. */
    public static Json arguments(Json arguments) {
        return arguments.kind() == Json.Kind.OBJECT ? arguments : Json.object().with("unparsed", arguments);
    }

    /**
     * Returns the name of a called tool in a form that every provider accepts, because a model may have invented it.
     */
    public static String toolName(String name) {
        String safe = isSafe(name) ? name : NOT_IN_NAMES.matcher(name).replaceAll("_");
        return safe.isEmpty() ? "_" : safe.substring(0, Math.min(LONGEST_NAME, safe.length()));
    }

    private static boolean isSafe(String name) {
        boolean safe = true;
        for (int i = 0; safe && i < name.length(); i++) {
            char c = name.charAt(i);
            safe = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
        }
        return safe;
    }

    /** Formats media for requests. */
    public static final class Media {

        private Media() {}

        /** Returns whether a file is sent as text. */
        public static boolean isText(Blob blob) {
            String type = blob.mediaType();
            return type.startsWith("text/")
                    || type.equals("application/json")
                    || type.equals("application/xml")
                    || type.endsWith("+json")
                    || type.endsWith("+xml");
        }

        /** Returns the text of a text file for formats without a form for it. */
        public static String named(Part.File file) {
            return file.name() + ":\n" + text(file.blob());
        }

        /** Returns whether the file can be sent in any format. */
        public static boolean isSendable(Part.File file) {
            return isText(file.blob()) || file.blob().mediaType().equals("application/pdf");
        }

        public static String dataUrl(Blob blob) {
            return "data:" + blob.mediaType() + ";base64," + base64(blob);
        }

        public static String base64(Blob blob) {
            return Base64.getEncoder().encodeToString(bytes(blob));
        }

        public static String text(Blob blob) {
            return new String(bytes(blob), StandardCharsets.UTF_8);
        }

        /** Returns the text that replaces media for which a format has no form, so that the model knows of them. */
        public static String leftOut(Part part) {
            String type = part instanceof Part.Audio audio
                    ? audio.blob().mediaType()
                    : part instanceof Part.Image image
                            ? image.blob().mediaType()
                            : part instanceof Part.File file ? file.blob().mediaType() : "another type";
            return "(An attachment of type " + type + " is left out: it cannot be sent to this model.)";
        }

        private static byte[] bytes(Blob blob) {
            try (InputStream bytes = blob.open()) {
                return bytes.readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
