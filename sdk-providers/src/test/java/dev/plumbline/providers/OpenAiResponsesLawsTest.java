package dev.plumbline.providers;

import dev.plumbline.provider.AiProvider;
import dev.plumbline.testkit.laws.ProviderLaws;
import dev.plumbline.testkit.server.OpenAiResponsesScript;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerResponse;
import dev.plumbline.testkit.server.ServiceScript;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

class OpenAiResponsesLawsTest implements ProviderLaws {

    @Override
    public AiProvider provider(ScriptedServer server) {
        return OpenAiResponses.builder("gpt-5")
                .baseUrl(server.address().toString())
                .build();
    }

    @Override
    public List<ServerResponse> streams() {
        return Stream.of(
                        "openai-responses/llm_tool_use_streaming.sse",
                        "openai-responses/pai_background_stream_start.sse")
                .map(name -> ServerResponse.recorded(RecordedResponse.of(name).path()))
                .toList();
    }

    @Override
    public Optional<ServiceScript<?>> script() {
        return Optional.of(OpenAiResponsesScript.create());
    }
}
