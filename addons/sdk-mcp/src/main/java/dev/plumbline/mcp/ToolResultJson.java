package dev.plumbline.mcp;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes envelopes as results of {@code tools/call}. */
final class ToolResultJson {
    static final String NOTES = "dev.plumbline/notes";

    private final ContentBlockWriter contents;
    private final boolean stores;

    /**
     * Creates the writer.
     *
     * @param stores whether whole results can be read later; without that a link would lead nowhere
     */
    ToolResultJson(ContentBlockWriter contents, boolean stores) {
        this.contents = contents;
        this.stores = stores;
    }

    /**
     * Returns the result for an envelope of a tool.
     *
     * @param comesBack whether the client will be known when it reads the rest of a large result
     */
    Json of(ToolDefinition tool, ToolEnvelope envelope, boolean comesBack) {
        return envelope.failure()
                .map(failure -> failed(envelope))
                .orElseGet(() -> succeeded(tool, envelope, comesBack));
    }

    /** Returns the result of a call that did not run. */
    static Json failed(ToolEnvelope envelope) {
        Json error = envelope.toJson().get("error");
        return Json.object()
                .with("content", List.of(ContentBlockWriter.text(error.text())))
                .with("isError", true);
    }

    private Json succeeded(ToolDefinition tool, ToolEnvelope envelope, boolean comesBack) {
        List<Json> content = new ArrayList<>();
        boolean onlyParts =
                envelope.result().get("attached").exists() && !envelope.parts().isEmpty();
        if (!onlyParts) {
            content.add(ContentBlockWriter.text(text(envelope.result())));
        }
        envelope.parts().forEach(part -> content.add(contents.of(part)));
        envelope.meta().fields().keySet().stream().findAny().ifPresent(any -> {
            content.add(ContentBlockWriter.text(envelope.meta().text()));
            reference(envelope.meta()).filter(link -> comesBack).ifPresent(content::add);
        });
        Json result = Json.object().with("content", content).with("isError", false);
        boolean structured = tool.outputSchema().isPresent();
        Json whole = structured ? result.with("structuredContent", envelope.result()) : result;
        return envelope.meta().fields().isEmpty()
                ? whole
                : whole.with("_meta", Json.object().with(NOTES, envelope.meta()));
    }

    /** Returns a text that stands alone as it is, and everything else as JSON. */
    private static String text(Json result) {
        Map<String, Json> members = result.fields();
        Json value = members.get("value");
        return members.size() == 1 && value != null && value.kind() == Json.Kind.STRING
                ? value.asText()
                : result.text();
    }

    private Optional<Json> reference(Json meta) {
        return meta.get("reference")
                .findText()
                .filter(digest -> stores)
                .map(digest -> Json.object()
                        .with("type", "resource_link")
                        .with("uri", StoredResults.address(digest))
                        .with("name", "the whole result")
                        .with("mimeType", "application/json"));
    }

    /** Returns the schema of {@code structuredContent}, which is an object: a list or a value has a member around it. */
    static Json outputSchema(Json schema) {
        String type = schema.get("type").findText().orElse("object");
        return switch (type) {
            case "object" -> schema;
            case "array" -> wrapped("items", schema);
            default -> wrapped("value", schema);
        };
    }

    private static Json wrapped(String member, Json schema) {
        return Json.object()
                .with("type", "object")
                .with("properties", Json.object().with(member, schema))
                .with("required", List.of(member));
    }
}
