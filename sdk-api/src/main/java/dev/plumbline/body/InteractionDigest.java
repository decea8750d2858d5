package dev.plumbline.body;

import dev.plumbline.body.internal.Digest;
import dev.plumbline.json.Json;
import java.util.List;

/**
 * Computes the digest of one interaction, field by field as docs/fingerprint.md lists them. The chain adds tool-call
 * ids.
 */
final class InteractionDigest {

    private InteractionDigest() {}

    static byte[] of(Interaction interaction, Digest digest) {
        return switch (interaction.kind()) {
            case CONTEXT ->
                digest.begin("plb1/context")
                        .json(Json.of(((Interaction.Context) interaction).values()))
                        .bytes();
            case SYSTEM -> digest.begin("plb1/system").text(interaction.text()).bytes();
            case USER ->
                parts(digest.begin("plb1/user"), ((Interaction.User) interaction).parts())
                        .bytes();
            case ASSISTANT ->
                parts(digest.begin("plb1/assistant"), ((Interaction.Assistant) interaction).parts())
                        .bytes();
            case TOOL_CALL -> call((Interaction.ToolCall) interaction, digest);
            case TOOL_RESULT -> result((Interaction.ToolResult) interaction, digest);
            case SUMMARY ->
                digest.begin("plb1/summary")
                        .text(((Interaction.Summary) interaction).text())
                        .bytes();
        };
    }

    private static byte[] call(Interaction.ToolCall call, Digest digest) {
        return digest.begin("plb1/tool-call")
                .text(call.name())
                .json(call.arguments())
                .bytes();
    }

    private static byte[] result(Interaction.ToolResult result, Digest digest) {
        ToolEnvelope envelope = result.envelope();
        return parts(digest.begin("plb1/tool-result").json(envelope.toJson()), envelope.parts())
                .bytes();
    }

    private static Digest parts(Digest digest, List<Part> parts) {
        digest.number(parts.size());
        parts.forEach(part -> part(digest, part));
        return digest;
    }

    private static void part(Digest digest, Part part) {
        if (part instanceof Part.Text text) {
            digest.text("text").text(text.text());
        } else if (part instanceof Part.Reasoning reasoning) {
            digest.text("reasoning").text(reasoning.text());
        } else if (part instanceof Part.Refusal refusal) {
            digest.text("refusal").text(refusal.text());
        } else if (part instanceof Part.Opaque opaque) {
            opaque(digest, opaque);
        } else {
            media(digest, part);
        }
    }

    private static void opaque(Digest digest, Part.Opaque part) {
        if (part.prefix().isEmpty()) {
            digest.text("opaque").text(part.provider()).json(part.data());
        } else {
            digest.text("bound").text(part.provider()).json(part.data()).text(part.prefix());
        }
    }

    private static void media(Digest digest, Part part) {
        if (part instanceof Part.Image image) {
            blob(digest.text("image"), image.blob());
        } else if (part instanceof Part.Audio audio) {
            blob(digest.text("audio"), audio.blob());
        } else if (part instanceof Part.File file) {
            blob(digest.text("file").text(file.name()), file.blob());
        }
    }

    private static void blob(Digest digest, Blob blob) {
        digest.text(blob.mediaType()).text(blob.sha256());
    }
}
