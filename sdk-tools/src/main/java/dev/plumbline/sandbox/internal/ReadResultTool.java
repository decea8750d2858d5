package dev.plumbline.sandbox.internal;

import dev.plumbline.body.Blob;
import dev.plumbline.body.ContentOrigin;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.json.Json;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.ToolException;
import dev.plumbline.tool.ToolResultStore;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The tool {@code read_result}, with which a model reads more of a result that was too large for one message. */
final class ReadResultTool {
    private static final Json INPUT = Json.parse("""
            {"type":"object",
             "properties":{
               "reference":{"type":"string","description":"what the shortened result gave for the rest"},
               "at":{"type":"string","description":"JSON pointer to the list, object or text to read; the whole result unless given"},
               "from":{"type":"integer","description":"first element, member or character, from 0"},
               "count":{"type":"integer","description":"how many elements or members at most, 100 unless given"}},
             "required":["reference"],
             "additionalProperties":false}""");

    private ReadResultTool() {}

    /**
     * Creates the tool.
     *
     * @param store the store of the results
     * @param largest the maximum size of a picture that is shown, in bytes
     */
    static AiTool tool(ToolResultStore store, long largest) {
        return AiTool.of(
                        "read_result",
                        "Reads more of an earlier result that was too long, page by page. Follow \"next\".",
                        INPUT,
                        (arguments, context) -> {
                            ToolResultStore.StoredResult kept =
                                    found(store, context.ids().session(), arguments);
                            PageRequest request = PageRequest.of(arguments);
                            Object read =
                                    kept.mediaType().startsWith("image/") ? image(kept, largest) : page(kept, request);
                            ToolEnvelope envelope = read instanceof ToolEnvelope given ? given : ToolEnvelope.ok(read);
                            return origin(context.conversation(), kept.reference())
                                    .mark(envelope);
                        })
                .withReadOnly()
                .withIdempotent();
    }

    /** Returns the label of the result that has that reference; the strictest one if it is in the conversation no more. */
    private static ContentOrigin origin(List<Interaction> conversation, String reference) {
        for (Interaction item : conversation) {
            if (item instanceof Interaction.ToolResult result
                    && result.envelope().meta().text().contains(reference)) {
                return ContentOrigin.of(result.envelope());
            }
        }
        return ContentOrigin.WEB;
    }

    private static ToolResultStore.StoredResult found(ToolResultStore store, String session, Json arguments) {
        return store.find(session, arguments.get("reference").asText())
                .orElseThrow(() -> new ToolException(
                        "No result is stored under this reference any more. Call the tool that returned it again."));
    }

    private static Json page(ToolResultStore.StoredResult kept, PageRequest request) throws IOException {
        try (InputStream in = new BufferedInputStream(kept.content().open(), 64 * 1024)) {
            return page(kept, in, request);
        }
    }

    private static Json page(ToolResultStore.StoredResult kept, InputStream in, PageRequest request)
            throws IOException {
        if (kept.mediaType().equals("application/json")) {
            return JsonPageReader.read(in, request);
        }
        if (kept.mediaType().startsWith("text/")) {
            return TextPageReader.read(new InputStreamReader(in, StandardCharsets.UTF_8), request);
        }
        return Json.object().with("mediaType", kept.mediaType()).with("bytes", kept.bytes());
    }

    private static ToolEnvelope image(ToolResultStore.StoredResult kept, long largest) throws IOException {
        if (kept.bytes() > largest) {
            throw new ToolException(
                    ToolEnvelope.Code.QUOTA,
                    "This picture has " + kept.bytes() + " bytes; at most " + largest + " can be shown.");
        }
        try (InputStream in = kept.content().open()) {
            Json about = Json.object().with("mediaType", kept.mediaType()).with("bytes", kept.bytes());
            return ToolEnvelope.ok(about).withParts(Part.image(Blob.of(in.readAllBytes(), kept.mediaType())));
        }
    }
}
