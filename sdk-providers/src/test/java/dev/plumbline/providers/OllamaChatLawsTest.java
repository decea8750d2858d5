package dev.plumbline.providers;

import dev.plumbline.provider.AiProvider;
import dev.plumbline.testkit.laws.ProviderLaws;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The laws of every provider, with streams that are written from Ollama's documentation. */
class OllamaChatLawsTest implements ProviderLaws {

    @Override
    public AiProvider provider(ScriptedServer server) {
        return OllamaChat.builder("qwen3")
                .baseUrl(server.address().resolve("/").toString())
                .build();
    }

    @Override
    public List<ServerResponse> streams() {
        return List.of(
                lines("{\"message\":{\"content\":\"A room of \"},\"done\":false}\n"
                        + "{\"message\":{\"content\":\"20 m² 😀.\"},\"done\":false}\n"
                        + "{\"message\":{\"content\":\"\"},\"done\":true,\"done_reason\":\"stop\",\"eval_count\":3}\n"),
                lines("{\"message\":{\"content\":\"\",\"thinking\":\"Hm.\"},\"done\":false}\n"
                        + "{\"message\":{\"content\":\"\",\"tool_calls\":[{\"function\":{\"name\":\"f\","
                        + "\"arguments\":{\"x\":1}}}]},\"done\":false}\n"
                        + "{\"message\":{\"content\":\"\"},\"done\":true,\"done_reason\":\"stop\"}\n"));
    }

    private static ServerResponse lines(String text) {
        return ServerResponse.of("application/x-ndjson", text.getBytes(StandardCharsets.UTF_8))
                .chunked();
    }
}
