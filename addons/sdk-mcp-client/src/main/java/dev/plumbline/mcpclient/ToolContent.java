package dev.plumbline.mcpclient;

import dev.plumbline.body.Blob;
import dev.plumbline.body.Part;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.internal.JsonMembers;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.schema.JsonSchemaService;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Turns the result of a server's tool into an envelope. Nothing that a result refers to is fetched. Used once. */
final class ToolContent {
    private static final Set<String> IMAGES = Set.of("image/png", "image/jpeg", "image/gif", "image/webp");
    private static final int MOST_BYTES = 3_700_000;
    private static final int MOST_BLOCKS = 256;

    private final List<Json> blocks = new ArrayList<>();
    private final List<Part> parts = new ArrayList<>();

    private ToolContent() {}

    static ToolEnvelope envelope(Json result, RemoteTool tool, JsonSchemaService schemas) {
        ToolContent content = new ToolContent();
        JsonMembers.elements(result, "content").stream().limit(MOST_BLOCKS).forEach(content::add);
        if (JsonMembers.isTrue(result, "isError")) {
            return content.failure();
        }
        Json structured = result.get("structuredContent");
        Optional<String> fault = fault(structured, tool, schemas);
        if (fault.isPresent()) {
            return ToolEnvelope.failed(ToolEnvelope.Code.INVALID_RESULT, fault.get());
        }
        ToolEnvelope envelope = structured.exists() ? content.with(structured) : content.plain();
        return envelope.withParts(content.parts.toArray(Part[]::new));
    }

    private static Optional<String> fault(Json structured, RemoteTool tool, JsonSchemaService schemas) {
        Json schema = tool.outputSchema().orElse(null);
        if (schema == null) {
            return Optional.empty();
        }
        if (!structured.exists()) {
            return Optional.of("The server declared the form of its result and sent none.");
        }
        return schemas.validate(schema, structured).isOk()
                ? Optional.empty()
                : Optional.of("The server sent a result that does not have the form that it declared.");
    }

    private ToolEnvelope failure() {
        StringBuilder text = new StringBuilder();
        blocks.forEach(block -> text.append(text.isEmpty() ? "" : "\n").append(wording(block)));
        String message = text.isEmpty() ? "The tool failed without a message." : text.toString();
        return ToolEnvelope.failed(ToolEnvelope.Code.FAILED, message);
    }

    private static String wording(Json block) {
        return block.get("text").findText().orElseGet(block::text);
    }

    /** Returns the structured result; text that says something else is beside it. */
    private ToolEnvelope with(Json structured) {
        ToolEnvelope envelope = ToolEnvelope.ok(structured);
        List<Json> others =
                blocks.stream().filter(block -> !isCopy(block, structured)).toList();
        return others.isEmpty() ? envelope : envelope.withMeta("content", others);
    }

    /** Returns whether a text says no more than the structured result: it is its JSON, or one of the texts in it. */
    private static boolean isCopy(Json block, Json structured) {
        if (!block.get("type").findText().equals(Optional.of("text"))) {
            return false;
        }
        String text = wording(block);
        boolean isMember = structured.kind() == Json.Kind.OBJECT
                && structured.fields().values().stream().anyMatch(value -> value.equals(Json.of(text)));
        try {
            return isMember || Json.parse(text).equals(structured);
        } catch (JsonException noJson) {
            return false;
        }
    }

    private ToolEnvelope plain() {
        boolean single =
                blocks.size() == 1 && blocks.get(0).get("type").findText().equals(Optional.of("text"));
        return single
                ? ToolEnvelope.ok(wording(blocks.get(0)))
                : ToolEnvelope.ok(Json.object().with("content", blocks));
    }

    private void add(Json block) {
        switch (block.get("type").findText().orElse("")) {
            case "text" ->
                blocks.add(
                        typed("text").with("text", block.get("text").findText().orElse("")));
            case "image", "audio" ->
                blocks.add(media(block, block.get("data").findText().orElse(""), "result"));
            case "resource" -> blocks.add(resource(JsonMembers.object(block, "resource")));
            case "resource_link" -> blocks.add(link(block));
            default -> blocks.add(typed("unknown"));
        }
    }

    private static Json typed(String type) {
        return Json.object().with("type", type);
    }

    private Json resource(Json resource) {
        String uri = resource.get("uri").findText().orElse("");
        Json shown = typed("resource").with("uri", uri);
        Optional<String> text = resource.get("text").findText();
        return text.isPresent()
                ? shown.with("text", text.get())
                : media(resource, resource.get("blob").findText().orElse(""), uri)
                        .with("uri", uri);
    }

    /** Returns a link as it is, for the model; a client never follows it on its own. */
    private static Json link(Json block) {
        Json shown = typed("resource_link");
        for (String member : List.of("uri", "name", "title", "description", "mimeType")) {
            Optional<String> text = block.get(member).findText();
            shown = text.isPresent() ? shown.with(member, text.get()) : shown;
        }
        return shown;
    }

    /** Attaches bytes if a model can read them, and returns what stands in their place. */
    private Json media(Json block, String base64, String name) {
        String type = block.get("mimeType").findText().orElse("").toLowerCase(Locale.ROOT);
        if (base64.length() / 4 * 3 > MOST_BYTES) {
            return typed("left_out").with("mimeType", type).with("reason", "it is larger than 3.7 MB");
        }
        try {
            Blob blob = Blob.of(Base64.getMimeDecoder().decode(base64), type);
            Optional<Part> part = part(blob, name);
            part.ifPresent(parts::add);
            return typed(part.isPresent() ? "attached" : "left_out")
                    .with("mimeType", type)
                    .with("bytes", blob.size());
        } catch (IllegalArgumentException malformed) {
            return typed("left_out").with("reason", "it is not valid Base64, or its type is not valid");
        }
    }

    private static Optional<Part> part(Blob blob, String name) {
        String type = blob.mediaType();
        if (IMAGES.contains(type)) {
            return Optional.of(Part.image(blob));
        }
        if (type.startsWith("audio/")) {
            return Optional.of(new Part.Audio(blob));
        }
        return type.equals("application/pdf") || type.startsWith("text/")
                ? Optional.of(new Part.File(name.substring(name.lastIndexOf('/') + 1), blob))
                : Optional.empty();
    }
}
