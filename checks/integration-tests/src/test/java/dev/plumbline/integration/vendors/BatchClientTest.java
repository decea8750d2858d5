package dev.plumbline.integration.vendors;

import static org.assertj.core.api.Assertions.assertThat;

import com.anthropic.client.okhttp.AnthropicOkHttpClient;
import com.anthropic.models.messages.batches.MessageBatch;
import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.models.batches.Batch;
import com.openai.models.batches.BatchCreateParams;
import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.ModelId;
import dev.plumbline.json.Json;
import dev.plumbline.provider.Secret;
import dev.plumbline.providers.AnthropicMessages;
import dev.plumbline.providers.BatchService;
import dev.plumbline.providers.OpenAiResponses;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerResponse;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The official clients, beside our batches: they send the same requests, and their types take our bodies. */
class BatchClientTest {
    private static final String BATCH =
            "{\"id\":\"batch_1\",\"object\":\"batch\",\"endpoint\":\"/v1/responses\",\"input_file_id\":\"file-1\","
                    + "\"completion_window\":\"24h\",\"status\":\"completed\",\"created_at\":1,\"output_file_id\":\"file-2\","
                    + "\"request_counts\":{\"total\":2,\"completed\":2,\"failed\":0}}";
    private static final String CLAUDE =
            "{\"id\":\"msgbatch_1\",\"type\":\"message_batch\",\"processing_status\":\"ended\",\"request_counts\":"
                    + "{\"processing\":0,\"succeeded\":2,\"errored\":0,\"canceled\":0,\"expired\":0},\"ended_at\":\"2026-11-24T10:00:00Z\","
                    + "\"created_at\":\"2026-11-24T09:00:00Z\",\"expires_at\":\"2026-11-25T09:00:00Z\",\"archived_at\":null,"
                    + "\"cancel_initiated_at\":null,\"results_url\":\"https://api.anthropic.com/v1/messages/batches/msgbatch_1/results\"}";

    private static Secret key() {
        return Secret.of("k".toCharArray());
    }

    @Test
    @DisplayName("W25 OpenAI's client creates and reads a batch as we do")
    void w25_openAi_asItsClient() {
        try (ScriptedServer server = ScriptedServer.openAiChat();
                OpenAiResponses provider = OpenAiResponses.builder("gpt-5-mini")
                        .apiKey(key())
                        .baseUrl(server.address().toString())
                        .streaming(false)
                        .build()) {
            server.otherwise(request -> ServerResponse.json(
                    request.target().endsWith("/files") ? "{\"id\":\"file-1\",\"object\":\"file\"}" : BATCH));
            BatchService service = BatchService.of(provider);
            Json request = service.request(AiCall.of(AiBody.of("x"), new ModelId("openai", "gpt-5-mini")));
            assertThat(service.submit(Map.of("line-1", request))).isEqualTo("batch_1");
            BatchService.State ours = service.state("batch_1");
            OpenAIClient client = OpenAIOkHttpClient.builder()
                    .apiKey("k")
                    .baseUrl(server.address().toString())
                    .build();
            client.batches()
                    .create(BatchCreateParams.builder()
                            .inputFileId("file-1")
                            .endpoint(BatchCreateParams.Endpoint.V1_RESPONSES)
                            .completionWindow(BatchCreateParams.CompletionWindow._24H)
                            .build());
            Batch theirs = client.batches().retrieve("batch_1");
            client.close();
            assertThat(server.requests().get(1).json())
                    .isEqualTo(server.requests().get(3).json());
            assertThat(server.requests().get(1).target())
                    .isEqualTo(server.requests().get(3).target());
            assertThat(server.requests().get(2).target())
                    .isEqualTo(server.requests().get(4).target());
            assertThat(theirs.status().asString()).isEqualTo(ours.word());
            assertThat(theirs.requestCounts().orElseThrow().completed()).isEqualTo(ours.done());
        }
    }

    @Test
    @DisplayName("W25 Anthropic's client takes our batch as its own, and reads its state as we do")
    void w25_anthropic_asItsClient() throws IOException {
        try (ScriptedServer server = ScriptedServer.openAiChat();
                AnthropicMessages provider = AnthropicMessages.builder("claude-haiku-4-5")
                        .apiKey(key())
                        .baseUrl(server.address().toString())
                        .streaming(false)
                        .build()) {
            server.otherwise(request -> ServerResponse.json(CLAUDE));
            BatchService service = BatchService.of(provider);
            Json request = service.request(AiCall.of(AiBody.of("x"), new ModelId("anthropic", "claude-haiku-4-5")));
            assertThat(service.submit(Map.of("line-1", request))).isEqualTo("msgbatch_1");
            BatchService.State ours = service.state("msgbatch_1");
            com.anthropic.core.ObjectMappers.jsonMapper()
                    .readValue(
                            server.requests().get(0).text(),
                            com.anthropic.models.messages.batches.BatchCreateParams.Body.class)
                    .validate();
            com.anthropic.client.AnthropicClient client = AnthropicOkHttpClient.builder()
                    .apiKey("k")
                    .baseUrl(server.address().resolve("/").toString())
                    .build();
            MessageBatch theirs = client.messages().batches().retrieve("msgbatch_1");
            client.close();
            assertThat(server.requests().get(1).target())
                    .isEqualTo(server.requests().get(2).target());
            assertThat(theirs.processingStatus().asString()).isEqualTo(ours.word());
            assertThat(theirs.requestCounts().succeeded()).isEqualTo(ours.done());
        }
    }
}
