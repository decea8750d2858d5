package dev.plumbline.providers;

import dev.plumbline.provider.AiProvider;
import dev.plumbline.testkit.laws.ProviderLaws;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerResponse;
import java.util.List;
import java.util.stream.Stream;

class OpenAiChatLawsTest implements ProviderLaws {

    @Override
    public AiProvider provider(ScriptedServer server) {
        return OpenAiChat.builder("gpt-5-mini")
                .baseUrl(server.address().toString())
                .build();
    }

    /** The scripted streams, and recorded ones with reasoning and tools. */
    @Override
    public List<ServerResponse> streams() {
        Stream<ServerResponse> recorded = Stream.of(
                        "openai-chat/pai_prefect_parallel_stream.sse", "openrouter/pai_streaming_reasoning.sse")
                .map(name -> ServerResponse.recorded(RecordedResponse.of(name).path()));
        return Stream.concat(ProviderLaws.super.streams().stream(), recorded).toList();
    }
}
