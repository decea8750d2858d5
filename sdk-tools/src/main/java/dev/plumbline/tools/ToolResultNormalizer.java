package dev.plumbline.tools;

import dev.plumbline.body.Part;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.body.ToolEnvelope.Effect;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.json.internal.UntrustedJson;
import dev.plumbline.tool.ToolException;
import java.util.Iterator;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** Runs a tool's handler and converts its result or exception into an envelope. */
final class ToolResultNormalizer {
    private static final int LONGEST_MESSAGE = 4096;
    private static final String LENGTH = "length";

    private ToolResultNormalizer() {}

    /** Runs the tool and returns its envelope; throws nothing. */
    static ToolEnvelope outcomeOf(GuardedToolContext context) {
        InvocationContext setting = context.setting();
        ToolExecutorAdapter adapter = setting.tool().adapter();
        return adapter == null ? handled(context) : adapted(adapter, context);
    }

    private static ToolEnvelope adapted(ToolExecutorAdapter adapter, GuardedToolContext context) {
        try {
            return adapter.run(context.call(), context.setting().scope(), context.cancellation());
        } catch (Throwable broken) {
            context.setting().threw("tool executor", broken);
            return ToolEnvelope.failed(
                    ToolEnvelope.Code.FAILED,
                    "The executor of this tool failed: " + broken.getClass().getName());
        }
    }

    private static ToolEnvelope handled(GuardedToolContext context) {
        try {
            Object result = context.setting()
                    .tool()
                    .tool()
                    .handler()
                    .call(context.call().arguments(), context);
            return result instanceof CompletionStage || result instanceof Flow.Publisher || result instanceof Future
                    ? AsyncResults.await(result, context, (value, thrown) -> later(value, thrown, context))
                    : envelope(result, context).bounded();
        } catch (Throwable t) {
            return failed(t, context);
        }
    }

    private static ToolEnvelope failed(Throwable thrown, GuardedToolContext context) {
        if (thrown instanceof ToolException e) {
            ToolEnvelope envelope = failed(e.code(), String.valueOf(e.getMessage()), context);
            return context.guard().isRefusal(e) ? refused(envelope, context) : envelope;
        }
        if (thrown instanceof AiException e) {
            return outcomeOf(e.error(), context);
        }
        context.threw(thrown);
        String why = thrown instanceof ToolMisuseException misuse
                ? String.valueOf(misuse.getMessage())
                : thrown.getClass().getName();
        return ToolEnvelope.failed(ToolEnvelope.Code.FAILED, "The tool failed: " + why);
    }

    /** Returns a failure with a message, or with the beginning and the end of a long one, and its length. */
    private static ToolEnvelope failed(ToolEnvelope.Code code, String message, GuardedToolContext context) {
        InvocationContext setting = context.setting();
        ToolEnvelope failed = ToolEnvelope.failed(code, setting.message(message, LONGEST_MESSAGE));
        return message.length() <= LONGEST_MESSAGE
                ? failed
                : failed.withMeta(ToolEnvelope.TRUNCATED, true)
                        .withMeta(LENGTH, setting.part(Json.of(message.length())));
    }

    /**
     * Returns the envelope of an error of the library itself, which the tool has passed on: nobody has answered, a child
     * failed. Its message has no content of the conversation.
     */
    private static ToolEnvelope outcomeOf(AiError error, GuardedToolContext context) {
        ToolEnvelope.Code code = switch (error.category()) {
            case POLICY_DENIED -> ToolEnvelope.Code.DENIED;
            case EGRESS_DENIED -> ToolEnvelope.Code.EGRESS_DENIED;
            case TIMEOUT_CONNECT, TIMEOUT_IDLE, TIMEOUT_TOTAL -> ToolEnvelope.Code.TIMEOUT;
            case CANCELLED -> ToolEnvelope.Code.CANCELLED;
            case RATE_LIMITED, OVERLOADED -> ToolEnvelope.Code.QUOTA;
            case BUDGET -> ToolEnvelope.Code.BUDGET;
            default -> ToolEnvelope.Code.FAILED;
        };
        String words = switch (error.code()) {
            case "input-declined" -> "The person declined to answer what the tool asked. Go on without it.";
            case "input-expired" ->
                "Nobody answered in time what the tool asked. Ask the person before you call it again.";
            default -> "The tool did not finish: " + error.code() + ": " + error.message();
        };
        return failed(code, words, context)
                .withEffect(context.guard().hasBegunWork() ? Effect.UNKNOWN : Effect.NOT_STARTED);
    }

    /** Returns the envelope of a tool whose part on the UI thread did not begin. */
    private static ToolEnvelope refused(ToolEnvelope envelope, GuardedToolContext context) {
        return envelope.withRetryable(true)
                .withEffect(context.guard().hasBegunWork() ? Effect.UNKNOWN : Effect.NOT_STARTED);
    }

    /**
     * Returns the envelope of a result that came after the tool had returned; throws nothing.
     *
     * @param thrown what the tool failed with; null if it delivered the result
     */
    private static ToolEnvelope later(@Nullable Object result, @Nullable Throwable thrown, GuardedToolContext context) {
        try {
            if (thrown instanceof JsonException e) {
                return withoutJson(e);
            }
            return thrown == null ? envelope(result, context).bounded() : failed(thrown, context);
        } catch (Throwable t) {
            return failed(t, context);
        }
    }

    private static ToolEnvelope envelope(@Nullable Object result, GuardedToolContext context) {
        if (result instanceof ToolEnvelope envelope) {
            ToolEnvelope.Failure failure = envelope.failure().orElse(null);
            return failure == null || failure.message().length() <= LONGEST_MESSAGE
                    ? envelope
                    : shortened(envelope, failure, context);
        }
        if (result != null && MediaResult.isMedia(result)) {
            return MediaResult.of(result);
        }
        try {
            Iterator<?> elements = StreamedListResult.of(result);
            return elements == null
                    ? ToolEnvelope.ok(UntrustedJson.of(result))
                    : new StreamedListResult(elements, context).envelope();
        } catch (JsonException e) {
            return withoutJson(e);
        }
    }

    private static ToolEnvelope withoutJson(JsonException fault) {
        return ToolEnvelope.failed(
                ToolEnvelope.Code.INVALID_RESULT,
                "The tool did its work, but its result has no JSON form: " + fault.rule() + " at \"" + fault.place()
                        + "\"");
    }

    private static ToolEnvelope shortened(
            ToolEnvelope envelope, ToolEnvelope.Failure failure, GuardedToolContext context) {
        ToolEnvelope failed = failed(failure.code(), failure.message(), context);
        return failed.withEffect(failure.effect())
                .withRetryable(failure.retryable())
                .withMeta(envelope.meta())
                .withMeta(LENGTH, failed.meta().get(LENGTH))
                .withParts(envelope.parts().toArray(Part[]::new))
                .withStopsTurn(envelope.stopsTurn());
    }
}
