package dev.plumbline.metrics;

import dev.plumbline.event.AiError;
import dev.plumbline.event.CallRecord;
import dev.plumbline.event.FinishReason;
import dev.plumbline.event.TelemetryName;
import dev.plumbline.event.Usage;
import io.micrometer.observation.Observation;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Names and values of the OpenTelemetry conventions for generative AI, as of commit 024a4f94 of
 * {@code open-telemetry/semantic-conventions-genai} (client inference, agent and tool spans).
 */
final class GenAiAttributes {
    static final String PROVIDER = "gen_ai.provider.name";
    static final String REQUEST_MODEL = "gen_ai.request.model";
    static final String OPERATION = "gen_ai.operation.name";
    static final String CONVERSATION = "gen_ai.conversation.id";
    static final String ERROR = "error.type";

    /** Ids of providers whose name in the convention is another one. */
    private static final Map<String, String> PROVIDERS = Map.of(
            "azure", "azure.ai.openai",
            "bedrock", "aws.bedrock",
            "gemini", "gcp.gemini",
            "mistral", "mistral_ai",
            "vertex", "gcp.vertex_ai",
            "xai", "x_ai");

    private GenAiAttributes() {}

    /** Returns the convention's name of a provider; its id if the convention has none. */
    static String provider(TelemetryName id) {
        return PROVIDERS.getOrDefault(id.text(), id.text());
    }

    /** Returns the category of a failure as {@code error.type}. */
    static String type(AiError.Category category) {
        return category.name().toLowerCase(Locale.ROOT);
    }

    /** Adds what is known of a call when it is over. */
    static void addResult(Observation call, CallRecord record) {
        List<CallRecord.Attempt> attempts = record.attempts();
        if (!attempts.isEmpty()) {
            call.highCardinalityKeyValue(
                    "gen_ai.response.model",
                    attempts.get(attempts.size() - 1).model().text());
        }
        if (record.error().isEmpty()) {
            call.highCardinalityKeyValue("gen_ai.response.finish_reasons", reason(record.finish()));
        }
        record.content()
                .first()
                .ifPresent(first -> call.highCardinalityKeyValue(
                        "gen_ai.response.time_to_first_chunk", Double.toString(first.toNanos() / 1e9)));
        addUsage(call, record.usage());
    }

    /** Adds the tokens of a call or a turn; nothing if the provider has not said any. */
    static void addUsage(Observation to, Usage usage) {
        if (usage.total() == 0) {
            return;
        }
        add(to, "gen_ai.usage.input_tokens", usage.input());
        add(to, "gen_ai.usage.output_tokens", usage.output());
        if (usage.cachedInput() > 0) {
            add(to, "gen_ai.usage.cache_read.input_tokens", usage.cachedInput());
        }
        if (usage.cacheWrites() > 0) {
            add(to, "gen_ai.usage.cache_write.input_tokens", usage.cacheWrites());
        }
        if (usage.reasoning() > 0) {
            add(to, "gen_ai.usage.reasoning.output_tokens", usage.reasoning());
        }
    }

    private static void add(Observation to, String name, long number) {
        to.highCardinalityKeyValue(name, Long.toString(number));
    }

    private static String reason(FinishReason reason) {
        return switch (reason) {
            case TOOL_CALLS -> "tool_call";
            default -> reason.name().toLowerCase(Locale.ROOT);
        };
    }
}
