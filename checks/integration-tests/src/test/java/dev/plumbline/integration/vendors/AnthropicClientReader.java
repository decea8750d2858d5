package dev.plumbline.integration.vendors;

import com.anthropic.client.AnthropicClient;
import com.anthropic.client.okhttp.AnthropicOkHttpClient;
import com.anthropic.core.http.StreamResponse;
import com.anthropic.helpers.MessageAccumulator;
import com.anthropic.models.messages.Message;
import com.anthropic.models.messages.MessageCreateParams;
import com.anthropic.models.messages.RawMessageStreamEvent;
import com.anthropic.models.messages.ToolUseBlock;
import dev.plumbline.event.FinishReason;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Anthropic's own client, asked about walls. */
final class AnthropicClientReader {
    private AnthropicClientReader() {}

    static ClientReading messages(URI base, boolean streaming) {
        // This client adds /v1 by itself.
        AnthropicClient client = AnthropicOkHttpClient.builder()
                .apiKey("test-key")
                .baseUrl(base.resolve("/").toString())
                .maxRetries(0)
                .build();
        try {
            MessageCreateParams asked = MessageCreateParams.builder()
                    .model("m")
                    .maxTokens(100)
                    .addUserMessage("Draw a wall.")
                    .build();
            return of(streaming ? streamed(client, asked) : client.messages().create(asked));
        } finally {
            client.close();
        }
    }

    private static Message streamed(AnthropicClient client, MessageCreateParams asked) {
        MessageAccumulator whole = MessageAccumulator.create();
        try (StreamResponse<RawMessageStreamEvent> events = client.messages().createStreaming(asked)) {
            events.stream().map(RawMessageStreamEvent::validate).forEach(whole::accumulate);
        }
        return whole.message();
    }

    private static ClientReading of(Message answer) {
        String text = answer.validate().content().stream()
                .flatMap(block -> block.text().stream())
                .map(block -> block.text())
                .collect(Collectors.joining());
        List<ClientReading.Call> calls = answer.content().stream()
                .flatMap(block -> block.toolUse().stream())
                .map(AnthropicClientReader::call)
                .toList();
        return new ClientReading(
                text, calls, finish(answer.stopReason().orElseThrow().asString()), usage(answer.usage()));
    }

    private static ClientReading.Call call(ToolUseBlock block) {
        return new ClientReading.Call(
                block.id(), block.name(), Json.of(block._input().convert(Map.class)));
    }

    private static FinishReason finish(String word) {
        return Map.of(
                        "end_turn", FinishReason.STOP,
                        "max_tokens", FinishReason.LENGTH,
                        "tool_use", FinishReason.TOOL_CALLS)
                .getOrDefault(word, FinishReason.OTHER);
    }

    private static Usage usage(com.anthropic.models.messages.Usage usage) {
        long cached = usage.cacheReadInputTokens().orElse(0L);
        long written = usage.cacheCreationInputTokens().orElse(0L);
        return Usage.of(usage.inputTokens() + cached + written, usage.outputTokens())
                .withCachedInput(cached)
                .withCacheWrites(written)
                .withLongCacheWrites(usage.cacheCreation()
                        .map(made -> made.ephemeral1hInputTokens())
                        .orElse(0L))
                .withReasoning(usage.outputTokensDetails()
                        .map(details -> details.thinkingTokens())
                        .orElse(0L));
    }
}
