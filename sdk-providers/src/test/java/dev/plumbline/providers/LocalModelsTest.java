package dev.plumbline.providers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.call.Cancellation;
import dev.plumbline.event.AiException;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerRequest;
import dev.plumbline.testkit.server.ServerResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What local servers list in their own ways, and downloads; the answers are written from their documentation. */
class LocalModelsTest {
    private static final String NAMES = "{\"object\":\"list\",\"data\":[{\"id\":\"small\"},{\"id\":\"large\"}]}";

    private final ScriptedServer server = ScriptedServer.openAiChat();

    @AfterEach
    void close() {
        server.close();
    }

    private List<String> models(String dialect, String... answers) {
        for (String answer : answers) {
            server.answers(
                    answer.isEmpty()
                            ? ServerResponse.json("{}").withStatus(404)
                            : ServerResponse.json(answer.replace('\'', '"')));
        }
        try (OpenAiChat provider = OpenAiChat.builder("m")
                .baseUrl(server.address().toString())
                .dialect(dialect)
                .build()) {
            return provider.fetchModels().stream()
                    .map(model -> model.id().name() + " " + model.contextTokens() + " " + model.rank())
                    .toList();
        }
    }

    private List<String> asked() {
        return server.requests().stream().map(ServerRequest::target).toList();
    }

    @Test
    @DisplayName("W23 LM Studio says which models are loaded, and with how large a context")
    void w23_studio_saysWhatIsLoaded() {
        String states = "{'data':[{'id':'small','state':'not-loaded','max_context_length':4096},"
                + "{'id':'large','state':'loaded','max_context_length':131072,'loaded_context_length':16384}]}";
        assertThat(models("lm-studio", NAMES, states)).containsExactly("large 16384 1", "small 4096 0");
        assertThat(asked()).containsExactly("/v1/models", "/api/v0/models");
    }

    @Test
    void w23_newerStudio_hasAnotherList_andAnOldOneHasNone() {
        String instances = "{'models':[{'key':'small','max_context_length':4096,'loaded_instances':[]},"
                + "{'key':'large','max_context_length':131072,'loaded_instances':[{'id':'large','config':{'context_length':8192}}]}]}";
        assertThat(models("lm-studio", NAMES, "", instances)).containsExactly("large 8192 1", "small 4096 0");
        assertThat(models("lm-studio", NAMES, "", "")).containsExactly("small 0 0", "large 0 0");
    }

    @Test
    @DisplayName("W23 llama.cpp says the context with which its model runs, not only that of its training")
    void w23_llama_saysTheContextOfTheServer() {
        String one = "{'data':[{'id':'qwen','meta':{'n_ctx_train':262144}}]}";
        assertThat(models("llama.cpp", one, "{'default_generation_settings':{'n_ctx':65536}}"))
                .containsExactly("qwen 65536 1");
        assertThat(models("llama.cpp", one, "")).containsExactly("qwen 262144 0");
        assertThat(asked()).startsWith("/v1/models", "/props");
    }

    @Test
    @DisplayName("W23 a download to Ollama reports its progress, and its error")
    void w23_pull_reportsProgress() {
        List<OllamaChat.Progress> seen = new ArrayList<>();
        try (OllamaChat ollama = OllamaChat.builder("m")
                .baseUrl(server.address().resolve("/").toString())
                .build()) {
            server.answers(
                    lines("{'status':'pulling manifest'}\n{'status':'pulling a1','digest':'sha256:a1','total':10,"
                            + "'completed':4}\n{'status':'success'}\n"));
            ollama.pull("qwen3:8b", Cancellation.create(), seen::add);
            assertThat(seen)
                    .containsExactly(
                            new OllamaChat.Progress("pulling manifest", 0, 0),
                            new OllamaChat.Progress("pulling a1", 4, 10),
                            new OllamaChat.Progress("success", 0, 0));
            assertThat(server.requests().get(0).target()).isEqualTo("/api/pull");
            assertThat(server.requests().get(0).json().get("model").asText()).isEqualTo("qwen3:8b");
            server.answers(
                    lines("{'status':'pulling manifest'}\n{'error':'pull model manifest: file does not exist'}\n"));
            assertThatThrownBy(() -> ollama.pull("nothing", Cancellation.create(), seen::add))
                    .isInstanceOf(AiException.class);
            Cancellation cancelled = Cancellation.create();
            cancelled.cancel("enough");
            assertThatThrownBy(() -> ollama.pull("qwen3", cancelled, seen::add))
                    .isInstanceOfSatisfying(
                            AiException.class,
                            failed -> assertThat(failed.error().code()).isEqualTo("cancelled"));
        }
    }

    private static ServerResponse lines(String text) {
        return ServerResponse.of("application/x-ndjson", text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }
}
