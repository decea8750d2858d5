package dev.plumbline.providers;

import dev.plumbline.provider.AiProvider;
import dev.plumbline.testkit.laws.ProviderLaws;
import dev.plumbline.testkit.server.AnthropicScript;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerResponse;
import dev.plumbline.testkit.server.ServiceScript;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

class AnthropicMessagesLawsTest implements ProviderLaws {

    @Override
    public AiProvider provider(ScriptedServer server) {
        return AnthropicMessages.builder("claude-sonnet-5")
                .baseUrl(server.address().toString())
                .build();
    }

    @Override
    public List<ServerResponse> streams() {
        return Stream.of("anthropic/llma_thinking_stream.sse", "anthropic/oi_multiple_tool_calling_streaming.sse")
                .map(name -> ServerResponse.recorded(RecordedResponse.of(name).path()))
                .toList();
    }

    @Override
    public Optional<ServiceScript<?>> script() {
        return Optional.of(AnthropicScript.create());
    }
}
