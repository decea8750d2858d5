package dev.plumbline.providers;

import dev.plumbline.provider.AiProvider;
import dev.plumbline.testkit.laws.ProviderLaws;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerResponse;
import java.util.List;

/** The laws of every provider, with streams that are written from Bedrock's documentation. */
class BedrockConverseLawsTest implements ProviderLaws {

    @Override
    public AiProvider provider(ScriptedServer server) {
        return BedrockConverse.builder("amazon.nova-2-lite-v1:0", "eu-central-1")
                .baseUrl(server.address().toString())
                .build();
    }

    @Override
    public List<ServerResponse> streams() {
        return List.of(
                EventStreamSamples.response(
                                "messageStart {\"role\":\"assistant\"}",
                                "contentBlockDelta {\"contentBlockIndex\":0,\"delta\":{\"text\":\"A plan of \"}}",
                                "contentBlockDelta {\"contentBlockIndex\":0,\"delta\":{\"text\":\"20 m² 😀.\"}}",
                                "contentBlockStop {\"contentBlockIndex\":0}",
                                "messageStop {\"stopReason\":\"end_turn\"}",
                                "metadata {\"usage\":{\"inputTokens\":3,\"outputTokens\":4,\"totalTokens\":7}}")
                        .chunked(),
                EventStreamSamples.response(
                                "contentBlockDelta {\"contentBlockIndex\":0,\"delta\":{\"reasoningContent\":{\"text\":\"Hm.\"}}}",
                                "contentBlockDelta {\"contentBlockIndex\":0,\"delta\":{\"reasoningContent\":{\"signature\":\"c2ln\"}}}",
                                "contentBlockStop {\"contentBlockIndex\":0}",
                                "contentBlockStart {\"contentBlockIndex\":1,\"start\":{\"toolUse\":{\"toolUseId\":\"a\",\"name\":\"f\"}}}",
                                "contentBlockDelta {\"contentBlockIndex\":1,\"delta\":{\"toolUse\":{\"input\":\"{\\\"x\\\":\"}}}",
                                "contentBlockDelta {\"contentBlockIndex\":1,\"delta\":{\"toolUse\":{\"input\":\"1}\"}}}",
                                "contentBlockStop {\"contentBlockIndex\":1}",
                                "messageStop {\"stopReason\":\"tool_use\"}",
                                "metadata {\"usage\":{\"inputTokens\":3,\"outputTokens\":4,\"totalTokens\":7}}")
                        .chunked());
    }
}
