package dev.plumbline.integration.vendors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The clients of OpenAI and Anthropic read the bytes that their services sent as we do: the same text, the same tool
 * calls, the same tokens. The recordings are those that the clients of these versions can read at all.
 */
class RecordedAnswersTest {
    private static final Path RECORDED = Path.of("../../sdk-providers/src/test/resources/recorded");

    private final ScriptedServer server = ScriptedServer.onPort(0);

    @AfterEach
    void closeServer() {
        server.close();
    }

    @ParameterizedTest(name = "{1}")
    @CsvSource({
        "OPENAI_CHAT,openai-chat/otelpy_multiple_tools_streaming_usage.sse",
        "OPENAI_CHAT,openai-chat/otelreal_stream_include_usage.sse",
        "OPENAI_CHAT,openai-chat/otelreal_tool_calls.json",
        "OPENAI_CHAT,openai-chat/otelreal_tool_calls_followup.json",
        "OPENAI_CHAT,openai-chat/pai_prompt_cache_hit.json",
        "OPENAI_CHAT,openai-chat/pai_prefect_parallel_stream.sse",
        "OPENAI_CHAT,openai-chat/ol_structured_output.json",
        "OPENAI_CHAT,openai-chat/pai_run_stream_sync.sse",
        "OPENAI_RESPONSES,openai-responses/llm_basic_streaming.sse",
        "OPENAI_RESPONSES,openai-responses/llm_interleaved_reasoning_0.json",
        "OPENAI_RESPONSES,openai-responses/llm_tool_use_streaming.sse",
        "OPENAI_RESPONSES,openai-responses/pai_stream_tool.sse",
        "OPENAI_RESPONSES,openai-responses/pai_streaming_usage.sse",
        "OPENAI_RESPONSES,openai-responses/pai_reused_call_ids_0.json",
        "ANTHROPIC_MESSAGES,anthropic/llma_thinking_stream.sse",
        "ANTHROPIC_MESSAGES,anthropic/llma_tools_parallel_stream.sse",
        "ANTHROPIC_MESSAGES,anthropic/oi_multiple_tool_calling_streaming.sse",
        "ANTHROPIC_MESSAGES,anthropic/ol_emoji_stream.sse",
        "ANTHROPIC_MESSAGES,anthropic/pai_cache_read.json",
        "ANTHROPIC_MESSAGES,anthropic/pai_multiple_parallel_tool_calls.json",
        "ANTHROPIC_MESSAGES,anthropic/pai_redacted_thinking_stream.sse",
        "ANTHROPIC_MESSAGES,anthropic/anthropic-text.json",
        "ANTHROPIC_MESSAGES,anthropic/olj_max_tokens.json"
    })
    @DisplayName("W27 the vendor's own client reads a recorded answer as we do")
    void w27_recordedAnswer_isReadAsTheVendorReadsIt(VendorClient format, String file) {
        boolean streaming = !file.endsWith(".json");
        server.otherwise(request -> ServerResponse.recorded(RECORDED.resolve(file)));
        ClientReading vendor = format.vendorReads(server.address(), streaming);
        try (AiProvider provider = format.ours(server.address(), streaming)) {
            AiReturn ret = provider.call(AiCall.of(AiBody.of("Draw a wall."), new ModelId(provider.id(), "m")));
            assertThat(ClientReading.of(ret)).isEqualTo(vendor);
        }
    }
}
