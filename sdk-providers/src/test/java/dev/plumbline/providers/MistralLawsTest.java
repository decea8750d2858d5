package dev.plumbline.providers;

import dev.plumbline.provider.AiProvider;
import dev.plumbline.testkit.laws.ProviderLaws;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerResponse;
import java.util.List;
import java.util.stream.Stream;

class MistralLawsTest implements ProviderLaws {

    @Override
    public AiProvider provider(ScriptedServer server) {
        return OpenAiChat.mistral("mistral-small-latest")
                .baseUrl(server.address().toString())
                .build();
    }

    @Override
    public List<ServerResponse> streams() {
        return Stream.of("mistral/oi_stream_tool.sse", "mistral/oi_stream_tool.sse")
                .map(name -> ServerResponse.recorded(RecordedResponse.of(name).path()))
                .toList();
    }
}
