package dev.plumbline.providers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class LocalServersTest {

    @Test
    @DisplayName("W23 the model servers of this machine are found with their models")
    void w23_serversThatRun_areFound() {
        try (ScriptedServer ollama = ScriptedServer.onPort(0);
                ScriptedServer studio = ScriptedServer.onPort(0);
                ScriptedServer website = ScriptedServer.onPort(0)) {
            ollama.answers(ServerResponse.json("{\"models\":[{\"name\":\"qwen3:latest\"},{\"name\":\"gemma3\"}]}"));
            ollama.answers(ServerResponse.json("{\"models\":[{\"name\":\"gemma3\",\"context_length\":8192}]}"));
            ollama.answers(ServerResponse.json("{\"status\":\"ok\"}"));
            studio.answers(ServerResponse.json("{\"object\":\"list\",\"data\":[]}"));
            website.answers(ServerResponse.of("text/html", "<html>".getBytes(StandardCharsets.UTF_8)));
            String base = ollama.address().resolve("/").toString();
            String empty = studio.address().toString();
            List<LocalServers.Candidate> candidates = List.of(
                    new LocalServers.Candidate("Ollama", true, base),
                    new LocalServers.Candidate("LM Studio", false, empty),
                    new LocalServers.Candidate(
                            "llama.cpp", false, website.address().toString()),
                    new LocalServers.Candidate("other", true, base),
                    new LocalServers.Candidate("vLLM", false, "http://127.0.0.1:1/v1"));
            assertThat(new LocalServers(candidates, Duration.ofMinutes(1)).answering())
                    .containsExactly(
                            new LocalServers.Found(
                                    "Ollama",
                                    true,
                                    base,
                                    List.of("gemma3", "qwen3:latest"),
                                    List.of("gemma3 with a context of 8192 tokens")),
                            new LocalServers.Found("LM Studio", false, empty, List.of(), List.of()));
            assertThat(ollama.requests().get(0).target()).isEqualTo("/api/tags");
            assertThat(studio.requests().get(0).target()).isEqualTo("/v1/models");
        }
    }
}
