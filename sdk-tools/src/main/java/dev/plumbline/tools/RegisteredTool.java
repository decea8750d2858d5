package dev.plumbline.tools;

import dev.plumbline.call.ToolDefinition;
import dev.plumbline.event.Label;
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
        Label label,
        @Nullable HostTools theirs) {
    RegisteredTool(AiTool tool, ToolDefinition definition, @Nullable HostTools theirs) {
        this(tool, definition, Label.of(definition.name()), theirs);
    }
}
