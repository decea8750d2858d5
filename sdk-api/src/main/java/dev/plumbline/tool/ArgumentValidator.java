package dev.plumbline.tool;

import dev.plumbline.schema.ValidationResult;

/**
 * A check of the arguments of a tool call, after the tool's input schema and before any tool of the batch starts or a
 * user is asked. It sees what a schema cannot say: whether a material exists, whether a wall fits. Thread-safe; it changes
 * nothing and should not wait.
 */
@FunctionalInterface
public interface ArgumentValidator {

    /**
     * Returns the findings about the arguments, {@code call.call().arguments()}. Errors refuse the call with
     * INVALID_ARGUMENTS: the model reads path, code and {@link ValidationResult.Finding#allowed}, and can correct it.
     */
    ValidationResult validate(ToolContext call);
}
