package dev.plumbline.tool;

import dev.plumbline.body.ToolEnvelope;
import java.util.Objects;

/**
 * Thrown by a tool to report to the model what was wrong and what to do instead. The message is sent to the model as it is; of
 * any other exception the model sees the class name only.
 */
public final class ToolException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ToolEnvelope.Code code;

    /** FAILED with that message, e.g. {@code No wall w7. There are w1 to w4.} */
    public ToolException(String forTheModel) {
        this(ToolEnvelope.Code.FAILED, forTheModel);
    }

    /** Another code than FAILED. */
    public ToolException(ToolEnvelope.Code code, String forTheModel) {
        super(Objects.requireNonNull(forTheModel, "forTheModel"));
        this.code = Objects.requireNonNull(code, "code");
    }

    /** The code that goes into the envelope. */
    public ToolEnvelope.Code code() {
        return code;
    }
}
