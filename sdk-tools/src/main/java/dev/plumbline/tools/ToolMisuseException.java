package dev.plumbline.tools;

/** Thrown when a tool uses its context in a way that it refuses. The message is one of the library, so a model may read it. */
final class ToolMisuseException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    ToolMisuseException(String rule) {
        super(rule);
    }
}
