package dev.plumbline.tools;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.body.ToolEnvelope.Code;
import dev.plumbline.body.ToolEnvelope.Effect;
import java.time.Duration;

/** Factory for the envelopes of calls that the executor refused, cancelled or timed out. */
final class FailureEnvelopes {

    private static final ToolEnvelope NOT_STARTED = ToolEnvelope.failed(Code.CANCELLED, "The turn was cancelled.");

    private FailureEnvelopes() {}

    /** Returns the error code of an envelope, or {@code ok}. */
    static String code(ToolEnvelope envelope) {
        ToolEnvelope.Failure failure = envelope.failure().orElse(null);
        return failure == null ? "ok" : failure.code().name();
    }

    static ToolEnvelope notStarted() {
        return NOT_STARTED;
    }

    static ToolEnvelope cancelled(boolean started) {
        return started ? NOT_STARTED.withEffect(Effect.UNKNOWN) : NOT_STARTED;
    }

    static ToolEnvelope timedOut(Duration limit) {
        return ToolEnvelope.failed(Code.TIMEOUT, "The tool did not finish within " + limit.toMillis() + " ms.")
                .withEffect(Effect.UNKNOWN);
    }

    static ToolEnvelope waited(Duration limit) {
        return ToolEnvelope.failed(
                        Code.TIMEOUT,
                        "The tool did not begin within " + limit.toMillis()
                                + " ms: the program was busy, perhaps with an open dialog.")
                .withEffect(Effect.NOT_STARTED)
                .withRetryable(true);
    }

    static ToolEnvelope refused(String why) {
        return ToolEnvelope.failed(Code.QUOTA, why).withRetryable(true);
    }

    static ToolEnvelope denied(String why) {
        return ToolEnvelope.failed(Code.DENIED, why);
    }

    static ToolEnvelope invalid(String why) {
        return ToolEnvelope.failed(Code.INVALID_ARGUMENTS, why);
    }
}
