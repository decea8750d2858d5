package dev.plumbline.integration.vendors;

import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.core.http.StreamResponse;
import com.openai.helpers.ChatCompletionAccumulator;
import com.openai.helpers.ResponseAccumulator;
import com.openai.models.chat.completions.ChatCompletion;
import com.openai.models.chat.completions.ChatCompletionChunk;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import com.openai.models.chat.completions.ChatCompletionMessageFunctionToolCall;
import com.openai.models.chat.completions.ChatCompletionStreamOptions;
import com.openai.models.completions.CompletionUsage;
import com.openai.models.responses.Response;
import com.openai.models.responses.ResponseCreateParams;
import com.openai.models.responses.ResponseFunctionToolCall;
import com.openai.models.responses.ResponseOutputItem;
import com.openai.models.responses.ResponseStatus;
import com.openai.models.responses.ResponseStreamEvent;
import com.openai.models.responses.ResponseUsage;
import dev.plumbline.event.FinishReason;
import dev.plumbline.event.Usage;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** OpenAI's own client, asked about walls. */
final class OpenAiClientReader {
    private OpenAiClientReader() {}

    private static OpenAIClient client(URI base) {
        return OpenAIOkHttpClient.builder()
                .apiKey("test-key")
                .baseUrl(base.toString())
                .maxRetries(0)
                .build();
    }

    static ClientReading chat(URI base, boolean streaming) {
        OpenAIClient client = client(base);
        try {
            ChatCompletionCreateParams asked = ChatCompletionCreateParams.builder()
                    .model("m")
                    .addUserMessage("Draw a wall.")
                    .build();
            return of(
                    streaming
                            ? streamed(client, asked)
                            : client.chat().completions().create(asked));
        } finally {
            client.close();
        }
    }

    private static ChatCompletion streamed(OpenAIClient client, ChatCompletionCreateParams asked) {
        ChatCompletionAccumulator whole = ChatCompletionAccumulator.create();
        ChatCompletionCreateParams withUsage = asked.toBuilder()
                .streamOptions(
                        ChatCompletionStreamOptions.builder().includeUsage(true).build())
                .build();
        try (StreamResponse<ChatCompletionChunk> chunks =
                client.chat().completions().createStreaming(withUsage)) {
            chunks.stream().forEach(whole::accumulate);
        }
        return whole.chatCompletion();
    }

    private static ClientReading of(ChatCompletion answer) {
        ChatCompletion.Choice choice = answer.validate().choices().get(0);
        List<ClientReading.Call> calls = choice.message().toolCalls().orElse(List.of()).stream()
                .map(call -> call.asFunction())
                .map(OpenAiClientReader::call)
                .toList();
        return new ClientReading(
                choice.message().content().orElse(""),
                calls,
                finish(choice.finishReason().asString()),
                usage(answer.usage().orElseThrow()));
    }

    private static ClientReading.Call call(ChatCompletionMessageFunctionToolCall call) {
        return ClientReading.Call.parsed(
                call.id(), call.function().name(), call.function().arguments());
    }

    private static FinishReason finish(String word) {
        return Map.of(
                        "stop", FinishReason.STOP,
                        "length", FinishReason.LENGTH,
                        "tool_calls", FinishReason.TOOL_CALLS)
                .getOrDefault(word, FinishReason.OTHER);
    }

    private static Usage usage(CompletionUsage usage) {
        CompletionUsage.PromptTokensDetails sent = usage.promptTokensDetails().orElseThrow();
        return Usage.of(usage.promptTokens(), usage.completionTokens())
                .withCachedInput(sent.cachedTokens().orElse(0L))
                .withCacheWrites(sent.cacheWriteTokens().orElse(0L))
                .withReasoning(usage.completionTokensDetails()
                        .orElseThrow()
                        .reasoningTokens()
                        .orElse(0L));
    }

    static ClientReading responses(URI base, boolean streaming) {
        OpenAIClient client = client(base);
        try {
            ResponseCreateParams asked = ResponseCreateParams.builder()
                    .model("m")
                    .input("Draw a wall.")
                    .build();
            return of(streaming ? streamed(client, asked) : client.responses().create(asked));
        } finally {
            client.close();
        }
    }

    private static Response streamed(OpenAIClient client, ResponseCreateParams asked) {
        ResponseAccumulator whole = ResponseAccumulator.create();
        try (StreamResponse<ResponseStreamEvent> events = client.responses().createStreaming(asked)) {
            events.stream().forEach(whole::accumulate);
        }
        return whole.response();
    }

    private static ClientReading of(Response answer) {
        // Only the items are validated: the client requires counts of tokens that the service did not always send.
        answer.output().forEach(ResponseOutputItem::validate);
        List<ClientReading.Call> calls = answer.output().stream()
                .flatMap(item -> item.functionCall().stream())
                .map(OpenAiClientReader::call)
                .toList();
        return new ClientReading(
                text(answer), calls, finish(answer, calls), usage(answer.usage().orElseThrow()));
    }

    private static ClientReading.Call call(ResponseFunctionToolCall call) {
        return ClientReading.Call.parsed(call.callId(), call.name(), call.arguments());
    }

    private static String text(Response answer) {
        return answer.output().stream()
                .flatMap(item -> item.message().stream())
                .flatMap(message -> message.content().stream())
                .flatMap(part -> part.outputText().stream())
                .map(part -> part.text())
                .collect(Collectors.joining());
    }

    /** Responses have a status where others have a reason. */
    private static FinishReason finish(Response answer, List<ClientReading.Call> calls) {
        if (answer.status().orElseThrow().equals(ResponseStatus.INCOMPLETE)) {
            return FinishReason.LENGTH;
        }
        return calls.isEmpty() ? FinishReason.STOP : FinishReason.TOOL_CALLS;
    }

    private static Usage usage(ResponseUsage usage) {
        ResponseUsage.InputTokensDetails sent = usage.inputTokensDetails();
        return Usage.of(usage.inputTokens(), usage.outputTokens())
                .withCachedInput(sent.cachedTokens())
                .withCacheWrites(sent._cacheWriteTokens().asKnown().orElse(0L)) // older recordings have none
                .withLongCacheWrites(sent.cacheWriteTokensDetails()
                        .map(ResponseUsage.InputTokensDetails.CacheWriteTokensDetails::ttl12hTokens)
                        .orElse(0L))
                .withReasoning(usage.outputTokensDetails().reasoningTokens());
    }
}
