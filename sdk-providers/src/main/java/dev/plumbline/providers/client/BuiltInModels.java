package dev.plumbline.providers.client;

import static dev.plumbline.provider.ModelInfo.Capability.JSON_SCHEMA;
import static dev.plumbline.provider.ModelInfo.Capability.PARALLEL_TOOLS;
import static dev.plumbline.provider.ModelInfo.Capability.PROMPT_CACHE;
import static dev.plumbline.provider.ModelInfo.Capability.REASONING;
import static dev.plumbline.provider.ModelInfo.Capability.STREAMING;
import static dev.plumbline.provider.ModelInfo.Capability.TOOLS;

import dev.plumbline.call.ModelId;
import dev.plumbline.provider.ModelInfo;
import dev.plumbline.provider.ModelInfo.Capability;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * The models that the SDK knows, as rows with their sources. The capabilities of a row were seen in the recordings that
 * it names, its limits on the page that it names; anything else is left out. The rows are code, not a file, because
 * every process reads them before its first call. No other main source names a default model. The shutdown dates are
 * those that {@code plumbline models --refresh} reads from the services.
 */
public final class BuiltInModels {
    private static final String DATE = "; 2026-11-29";
    private static final String OPENAI_ENDS = "end developers.openai.com/api/docs/deprecations";
    private static final String CLAUDE_MODELS = "platform.claude.com/docs/en/models/overview";
    private static final String CLAUDE_ENDS = "end platform.claude.com/docs/en/about-claude/model-deprecations";
    private static final String GOOGLE_ENDS = "end ai.google.dev/gemini-api/docs/deprecations";

    /**
     * The default models: the small models that the services name for new programs, without an announced shutdown.
     */
    private static final Map<String, String> DEFAULTS = Map.of(
            "openai", "gpt-6-luna",
            "anthropic", "claude-haiku-5-5",
            "mistral", "mistral-small-latest",
            "deepseek", "deepseek-v4-flash",
            "gemini", "gemini-3.8-flash");

    private BuiltInModels() {}

    /** Returns the rows of a service as models of that provider. */
    public static List<ModelInfo> of(String service, String provider) {
        return rows(service).stream().map(row -> row.of(provider)).toList();
    }

    /** Returns the default model of a service: a small one. */
    public static String defaultModel(String service) {
        return Objects.requireNonNull(DEFAULTS.get(service));
    }

    /** Returns the services that have a default model. */
    public static Set<String> services() {
        return DEFAULTS.keySet();
    }

    /** Returns the rows of a service; empty for an unknown one. */
    public static List<Row> rows(String service) {
        return switch (service) {
            case "openai" -> openai();
            case "anthropic" -> anthropic();
            case "deepseek" -> deepseek();
            case "gemini" ->
                List.of(
                        row("gemini-2.5-pro", GOOGLE_ENDS).shutdown(2026, 12, 1),
                        row("gemini-2.5-flash", GOOGLE_ENDS).shutdown(2026, 12, 1));
            case "mistral" ->
                List.of(row("mistral-small-latest", "recorded mistral/mistral-tool-call.chunks.txt")
                        .can(TOOLS, STREAMING));
            case "groq" ->
                List.of(row("openai/gpt-oss-120b", "recorded groq/pai_tool_use_failed_stream.sse")
                        .can(STREAMING, REASONING));
            default -> List.of();
        };
    }

    private static List<Row> openai() {
        return List.of(
                row("gpt-6-luna", "developers.openai.com/api/docs/models/gpt-6-luna")
                        .limits(1_050_000, 128_000)
                        .can(TOOLS, JSON_SCHEMA, STREAMING, REASONING),
                row("gpt-5.6-luna", "developers.openai.com/api/docs/models/gpt-5.6-luna")
                        .limits(1_050_000, 128_000)
                        .can(TOOLS, JSON_SCHEMA, STREAMING, REASONING),
                row("gpt-5-mini", OPENAI_ENDS).shutdown(2026, 12, 11),
                row("gpt-5-nano", OPENAI_ENDS).shutdown(2026, 12, 11),
                row("gpt-5-pro", OPENAI_ENDS).shutdown(2026, 12, 11),
                row("o3", OPENAI_ENDS).shutdown(2026, 12, 11),
                row("o3-pro", OPENAI_ENDS).shutdown(2026, 12, 11),
                row("gpt-4.1", OPENAI_ENDS).shutdown(2027, 1, 14),
                row("gpt-4.1-mini", OPENAI_ENDS).shutdown(2027, 1, 14),
                row("gpt-5.1", OPENAI_ENDS).shutdown(2027, 4, 1),
                row("gpt-5.3-codex", OPENAI_ENDS).shutdown(2027, 4, 1),
                row("gpt-5.4-nano", OPENAI_ENDS).shutdown(2027, 4, 1),
                row("gpt-5.6-sol", "recorded openai-chat/pai_prompt_cache_hit.json")
                        .can(PROMPT_CACHE),
                row(
                                "gpt-5.5-2026-04-23",
                                "recorded openai-responses/llm_tool_use_streaming.sse,"
                                        + " openai-responses/llm_interleaved_reasoning_0.json")
                        .alias("gpt-5.5")
                        .can(TOOLS, STREAMING, REASONING),
                row("gpt-5-2025-08-07", "recorded openai-responses/pai_streaming_usage.sse")
                        .alias("gpt-5")
                        .shutdown(2026, 12, 11)
                        .can(TOOLS, STREAMING, REASONING),
                row(
                                "gpt-4o-2024-08-06",
                                "recorded openai-chat/pai_prefect_parallel_stream.sse,"
                                        + " openai-chat/ol_structured_output.json")
                        .alias("gpt-4o")
                        .shutdown(2027, 1, 14)
                        .can(TOOLS, PARALLEL_TOOLS, JSON_SCHEMA, STREAMING),
                row("gpt-4o-mini-2024-07-18", "recorded openai-chat/otelpy_multiple_tools_streaming_usage.sse")
                        .alias("gpt-4o-mini")
                        .shutdown(2027, 1, 14)
                        .can(TOOLS, PARALLEL_TOOLS, STREAMING));
    }

    private static List<Row> anthropic() {
        return List.of(
                row("claude-fable-5-2", CLAUDE_MODELS)
                        .limits(1_000_000, 128_000)
                        .can(REASONING),
                row("claude-fable-5-1", CLAUDE_MODELS)
                        .limits(1_000_000, 128_000)
                        .can(REASONING),
                row("claude-opus-5-5", CLAUDE_MODELS).limits(1_000_000, 128_000).can(REASONING),
                row("claude-sonnet-5-5", CLAUDE_MODELS)
                        .limits(1_000_000, 128_000)
                        .can(REASONING),
                row("claude-opus-4-5-20251101", CLAUDE_ENDS)
                        .alias("claude-opus-4-5")
                        .shutdown(2027, 1, 22),
                row("claude-haiku-5-5", "platform.claude.com/docs/en/models/haiku-5-5/overview")
                        .limits(1_000_000, 128_000)
                        .can(REASONING),
                row(
                                "claude-haiku-4-5-20251001",
                                "recorded anthropic/llma_tools_parallel_stream.sse,"
                                        + " anthropic/llma_thinking_stream.sse;"
                                        + " limits platform.claude.com/docs/zh-CN/models/haiku-4-5/overview")
                        .alias("claude-haiku-4-5")
                        .limits(200_000, 64_000)
                        .can(TOOLS, PARALLEL_TOOLS, STREAMING, REASONING),
                row(
                                "claude-sonnet-4-6",
                                "recorded anthropic/oi_multiple_tool_calling_streaming.sse,"
                                        + " anthropic/pai_compaction_cached_stream.sse;"
                                        + " limits platform.claude.com/docs/zh-CN/models/sonnet-4-6/overview")
                        .limits(1_000_000, 128_000)
                        .can(TOOLS, PARALLEL_TOOLS, STREAMING, PROMPT_CACHE),
                row(
                                "claude-sonnet-4-5-20250929",
                                "recorded anthropic/pai_redacted_thinking_stream.sse; limits and end on 2026-11-30"
                                        + " platform.claude.com/docs/zh-CN/models/sonnet-4-5/overview")
                        .alias("claude-sonnet-4-5")
                        .limits(200_000, 64_000)
                        .shutdown(2026, 11, 30)
                        .can(STREAMING, REASONING),
                row("claude-opus-4-8", "recorded anthropic/stream-b-fallback.sse, anthropic/pai_cache_read.json")
                        .can(STREAMING, PROMPT_CACHE));
    }

    private static List<Row> deepseek() {
        return List.of(
                row("deepseek-v4-flash", "recorded deepseek/pai_parallel_tools_thinking.json")
                        .can(TOOLS, PARALLEL_TOOLS, REASONING),
                row("deepseek-reasoner", "recorded deepseek/deepseek-tool-call.json")
                        .can(TOOLS, REASONING, PROMPT_CACHE),
                row("deepseek-chat", "recorded deepseek/ol_streaming_usage.sse").can(STREAMING));
    }

    private static Row row(String name, String source) {
        return new Row(name, Set.of(), 0, 0, Set.of(), Optional.empty(), source + DATE);
    }

    /** A row without a provider id. */
    public record Row(
            String name,
            Set<Capability> can,
            int contextTokens,
            int maxOutputTokens,
            Set<String> aliases,
            Optional<LocalDate> shutdown,
            String source) {

        private Row can(Capability... seen) {
            return new Row(name, Set.of(seen), contextTokens, maxOutputTokens, aliases, shutdown, source);
        }

        private Row limits(int context, int output) {
            return new Row(name, can, context, output, aliases, shutdown, source);
        }

        private Row alias(String alias) {
            return new Row(name, can, contextTokens, maxOutputTokens, Set.of(alias), shutdown, source);
        }

        /** Sets an announced shutdown date: the model is listed but never selected. */
        private Row shutdown(int year, int month, int day) {
            Optional<LocalDate> date = Optional.of(LocalDate.of(year, month, day));
            return new Row(name, can, contextTokens, maxOutputTokens, aliases, date, source);
        }

        public ModelInfo of(String provider) {
            return new ModelInfo(
                    new ModelId(provider, name),
                    can,
                    Set.of(),
                    contextTokens,
                    maxOutputTokens,
                    aliases,
                    0,
                    shutdown.isPresent(),
                    List.of(),
                    source,
                    shutdown);
        }
    }
}
