package dev.plumbline.tools;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.ToolContext;
import dev.plumbline.tool.ToolException;
import org.jspecify.annotations.Nullable;

/** Runs a tool's handler and puts whatever it returns or throws into an envelope. */
final class ToolResultNormalizer {

    private ToolResultNormalizer() {}

    static ToolEnvelope outcomeOf(AiTool tool, Json arguments, ToolContext context) {
        try {
            return envelope(tool.handler().call(arguments, context));
        } catch (ToolException e) {
            return ToolEnvelope.failed(e.code(), String.valueOf(e.getMessage()));
        } catch (Throwable t) {
            return ToolEnvelope.failed(
                    ToolEnvelope.Code.FAILED, "The tool failed: " + t.getClass().getName());
        }
    }

    private static ToolEnvelope envelope(@Nullable Object result) {
        if (result instanceof ToolEnvelope envelope) {
            return envelope;
        }
        try {
            return ToolEnvelope.ok(result);
        } catch (JsonException e) {
            return ToolEnvelope.failed(
                    ToolEnvelope.Code.INVALID_RESULT,
                    "The tool did its work, but its result has no JSON form: " + e.rule() + " at \"" + e.place()
                            + "\"");
        }
    }
}
