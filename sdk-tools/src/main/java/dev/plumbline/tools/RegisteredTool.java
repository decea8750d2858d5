package dev.plumbline.tools;

import dev.plumbline.call.ToolDefinition;
import dev.plumbline.event.TelemetryName;
import dev.plumbline.tool.AiTool;
import org.jspecify.annotations.Nullable;

/**
 * A tool registered with an executor.
 *
 * @param tool the tool
 * @param definition its definition, as the model sees it
 * @param label its name for telemetry
 * @param adapter runs it if it belongs to another executor; otherwise null
 * @param isLabelled whether its tags give its results a label of their origin
 */
record RegisteredTool(
        AiTool tool,
        ToolDefinition definition,
        TelemetryName label,
        @Nullable ToolExecutorAdapter adapter,
        boolean isLabelled) {
    RegisteredTool(AiTool tool, ToolDefinition definition, @Nullable ToolExecutorAdapter adapter) {
        this(tool, definition, TelemetryName.of(definition.name()), adapter, isLabelled(definition));
    }

    /** Reads the tags as text, so that a tool without a label loads no class of labels. */
    private static boolean isLabelled(ToolDefinition definition) {
        for (String tag : definition.tags()) {
            if (tag.equals("open-world") || tag.startsWith("origin-")) {
                return true;
            }
        }
        return false;
    }
}
