package dev.plumbline.event;

/** Why the model stopped, as the provider said; {@link #NONE} when nobody said. */
public enum FinishReason {
    /** The answer is whole. */
    STOP,
    /** A token limit cut it. */
    LENGTH,
    /** The model waits for tools. */
    TOOL_CALLS,
    /** The provider's filter cut it. */
    CONTENT_FILTER,
    /** A reason this SDK has no word for. */
    OTHER,
    /** No reason was given. */
    NONE
}
