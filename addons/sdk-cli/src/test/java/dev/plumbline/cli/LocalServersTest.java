package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerResponse;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class LocalServersTest {

    @Test
    @DisplayName("W23 doctor finds the model servers of this machine and says how to use them")
    void w23_serversThatRun_areFoundWithTheirCommands() {
        try (ScriptedServer ollama = ScriptedServer.onPort(0);
                ScriptedServer studio = ScriptedServer.onPort(0);
                ScriptedServer website = ScriptedServer.onPort(0)) {
            ollama.answers(ServerResponse.json("{\"models\":[{\"name\":\"qwen3:latest\"},{\"name\":\"gemma3\"}]}"));
            ollama.answers(ServerResponse.json("{\"models\":[{\"name\":\"gemma3\",\"context_length\":8192}]}"));
            ollama.answers(ServerResponse.json("{\"status\":\"ok\"}"));
            studio.answers(ServerResponse.json("{\"object\":\"list\",\"data\":[]}"));
            website.answers(ServerResponse.of("text/html", "<html>".getBytes(java.nio.charset.StandardCharsets.UTF_8)));
            String base = ollama.address().resolve("/").toString();
            String empty = studio.address().toString();
            List<LocalServers.Candidate> candidates = List.of(
                    new LocalServers.Candidate("Ollama", "ollama", base),
                    new LocalServers.Candidate("LM Studio", "chat", empty),
                    new LocalServers.Candidate(
                            "llama.cpp", "chat", website.address().toString()),
                    new LocalServers.Candidate("other", "ollama", base),
                    new LocalServers.Candidate("vLLM", "chat", "http://127.0.0.1:1/v1"));
            List<LocalServers.Found> found = new LocalServers(candidates, Duration.ofMinutes(1)).find();
            assertThat(found).extracting(each -> each.server().name()).containsExactly("Ollama", "LM Studio");
            assertThat(found.get(0).models()).containsExactly("gemma3", "qwen3:latest");
            assertThat(found.get(0).usage())
                    .isEqualTo("plumbline chat --format ollama --base-url " + base + " --model gemma3");
            assertThat(found.get(0).loaded()).containsExactly("gemma3 with a context of 8192 tokens");
            assertThat(found.get(1).usage()).contains("no model yet");
            assertThat(ollama.requests().get(0).target()).isEqualTo("/api/tags");
            assertThat(studio.requests().get(0).target()).isEqualTo("/v1/models");
        }
    }

    @Test
    void w23_nothingFound_saysWhatToStart() {
        StringWriter out = new StringWriter();
        DoctorCommand.printLocal(new PrintWriter(out, true), List.of());
        assertThat(out.toString()).contains("no model server", "Ollama");
        StringWriter some = new StringWriter();
        DoctorCommand.printLocal(
                new PrintWriter(some, true),
                List.of(new LocalServers.Found(
                        new LocalServers.Candidate("Ollama", "ollama", "http://localhost:11434"),
                        List.of("qwen3"),
                        List.of("qwen3"))));
        assertThat(some.toString()).contains("Ollama", "1 model, loaded: qwen3", "--model qwen3");
    }
}
