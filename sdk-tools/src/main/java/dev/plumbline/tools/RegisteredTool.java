package dev.plumbline.tools;

import dev.plumbline.call.ToolDefinition;
import dev.plumbline.event.TelemetryLabel;
import dev.plumbline.tool.AiTool;
import org.jspecify.annotations.Nullable;

/**
 * A tool that an executor has.
 *
 * @param tool the tool
 * @param definition what the model knows of it
 * @param label its name for telemetry
 * @param theirs runs it, when it is of another executor
 */
record RegisteredTool(
        AiTool tool,
        ToolDefinition definition,
        TelemetryLabel label,
        @Nullable ToolExecutorAdapter theirs) {
    RegisteredTool(AiTool tool, ToolDefinition definition, @Nullable ToolExecutorAdapter theirs) {
        this(tool, definition, TelemetryLabel.of(definition.name()), theirs);
    }
}
