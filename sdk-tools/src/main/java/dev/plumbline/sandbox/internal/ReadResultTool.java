package dev.plumbline.sandbox.internal;

import dev.plumbline.body.Blob;
import dev.plumbline.body.ContentOrigin;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.Cancellation;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.json.internal.Marks;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.ToolException;
import dev.plumbline.tool.internal.ContentScans;
import dev.plumbline.tool.internal.ToolResultStore;
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
     * @param scans the scans of results as a whole, of which a page is a part
     * @param largest the maximum size of a picture that is shown, in bytes
     */
    static AiTool tool(ToolResultStore store, ContentScans scans, long largest) {
        return AiTool.of(
                        "read_result",
                        "Reads more of an earlier result that was too long, page by page. Follow \"next\".",
                        INPUT,
                        (arguments, context) -> {
                            ToolResultStore.StoredResult kept =
                                    found(store, context.ids().session(), arguments);
                            PageRequest request = PageRequest.of(arguments);
                            ToolEnvelope read = kept.mediaType().startsWith("image/")
                                    ? image(kept, largest)
                                    : ToolEnvelope.ok(scans.part(
                                                    page(kept, request, marks(kept, scans, context.cancellation()))))
                                            .withMeta(ToolEnvelope.TRUNCATED, true);
                            return origin(context.conversation(), kept.reference())
                                    .mark(read);
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
                .orElseThrow(() -> new ToolException("No result is stored under this reference any more."
                        + " If you still have the tool that returned it, call it again."));
    }

    /** Returns the marks of a whole result. */
    private static Marks marks(ToolResultStore.StoredResult kept, ContentScans scans, Cancellation cancellation)
            throws IOException {
        if (!scans.isOn() || !isRead(kept)) {
            return Marks.NONE;
        }
        if (kept.bytes() > ContentScans.LONGEST) {
            throw new ToolException(
                    ToolEnvelope.Code.QUOTA,
                    "This result has " + kept.bytes() + " bytes. Redaction searches a result as a whole, at most "
                            + ContentScans.LONGEST
                            + " bytes, before it gives away a part. Call the tool again so that it returns less.");
        }
        return scans.marks(kept.reference(), () -> whole(kept), cancellation);
    }

    private static boolean isRead(ToolResultStore.StoredResult kept) {
        return isJson(kept) || kept.mediaType().startsWith("text/");
    }

    private static boolean isJson(ToolResultStore.StoredResult kept) {
        return kept.mediaType().equals("application/json");
    }

    private static Json whole(ToolResultStore.StoredResult kept) throws IOException {
        try (InputStream in = kept.content().open()) {
            byte[] bytes = in.readAllBytes();
            return isJson(kept) ? Json.parse(bytes) : Json.of(new String(bytes, StandardCharsets.UTF_8));
        } catch (JsonException e) {
            throw new ToolException("This result is not valid JSON: " + e.rule() + ".");
        }
    }

    private static Json page(ToolResultStore.StoredResult kept, PageRequest request, Marks marks) throws IOException {
        try (InputStream in = new BufferedInputStream(kept.content().open(), 64 * 1024)) {
            if (isJson(kept)) {
                return JsonPageReader.read(in, request, marks);
            }
            return isRead(kept)
                    ? TextPageReader.read(new InputStreamReader(in, StandardCharsets.UTF_8), request, marks, "")
                    : Json.object().with("mediaType", kept.mediaType()).with("bytes", kept.bytes());
        }
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
