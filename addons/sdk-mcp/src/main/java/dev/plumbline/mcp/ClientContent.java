package dev.plumbline.mcp;

import dev.plumbline.body.Blob;
import dev.plumbline.body.Part;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.event.AiException;
import dev.plumbline.http.internal.JsonRpc;
import dev.plumbline.json.Json;
import dev.plumbline.tool.internal.ClientRedaction;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Content that leaves to a client: everything that is not a part of the protocol passes through here, so that redaction
 * hides its values.
 *
 * @param redaction the redaction for the client
 * @param cancellation ends a wait for a redactor that is not ready
 */
record ClientContent(ClientRedaction redaction, Cancellation cancellation) {
    private static final String NOT_SHOWN = "not shown, because it could not be searched for personal data";

    static ClientContent of(Peer peer) {
        return new ClientContent(peer.memory().redaction(), Cancellation.create());
    }

    String text(String text) {
        return text.isEmpty() ? text : redaction.hidden(text, cancellation);
    }

    List<String> texts(List<String> texts) {
        return texts.stream().map(this::text).toList();
    }

    Json json(Json json) {
        return redaction.hidden(json, cancellation);
    }

    ToolDefinition tool(ToolDefinition tool) {
        return redaction.hidden(tool, cancellation);
    }

    /** Returns an outcome; one that must not leave is a denial. */
    ToolEnvelope envelope(ToolEnvelope envelope) {
        try {
            return redaction.hidden(envelope, cancellation);
        } catch (AiException refused) {
            return ToolEnvelope.failed(ToolEnvelope.Code.DENIED, refused.error().userMessage());
        }
    }

    /**
     * Returns a part; a file of text is searched as a text.
     *
     * @throws JsonRpc.Failure if it must not leave
     */
    Part part(Part part) {
        if (part instanceof Part.Text text) {
            return new Part.Text(text(text.text()));
        }
        if (part instanceof Part.File file && redaction.isOn() && ContentBlockWriter.isText(file.blob())) {
            String text = text(new String(ContentBlockWriter.bytes(file.blob()), StandardCharsets.UTF_8));
            Blob blob =
                    Blob.of(text.getBytes(StandardCharsets.UTF_8), file.blob().mediaType());
            return new Part.File(text(file.name()), blob);
        }
        try {
            return redaction.hidden(part, cancellation);
        } catch (AiException refused) {
            throw new JsonRpc.Failure(
                    JsonRpc.INTERNAL_ERROR, 200, refused.error().userMessage());
        }
    }

    /** Returns what a client is asked for: the schema of a form, the texts of everything else. */
    McpInput input(McpInput input) {
        Json params = Json.object();
        for (String name : input.params().fields().keySet()) {
            Json value = input.params().get(name);
            boolean schema = name.equals("requestedSchema");
            params = params.with(name, schema ? redaction.hiddenSchema(value, cancellation) : json(value));
        }
        return new McpInput(input.kind(), params);
    }

    /** Returns a text for a person or a log; one that cannot be searched is left out, so that nothing fails because of it. */
    String note(String text) {
        try {
            return text(text);
        } catch (RuntimeException notSearched) {
            return NOT_SHOWN;
        }
    }

    /** Returns an error without the values in its message. */
    JsonRpc.Failure failure(JsonRpc.Failure failure) {
        String message = String.valueOf(failure.getMessage());
        String shown = note(message);
        return shown.equals(message)
                ? failure
                : new JsonRpc.Failure(failure.code(), failure.status(), shown, failure.data());
    }
}
