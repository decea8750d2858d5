package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.event.AiException;
import dev.plumbline.json.Json;
import dev.plumbline.provider.Secret;
import dev.plumbline.providers.OpenAiChat;
import dev.plumbline.providers.OpenAiResponses;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerResponse;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelsCommandTest {
    private static final Secret KEY = Secret.of("key".toCharArray());

    private final StringWriter out = new StringWriter();

    @TempDir
    private Path folder;

    private int run(String... args) {
        return Plumbline.run(new PrintWriter(out, true), new PrintWriter(out, true), args);
    }

    @Test
    @DisplayName("W3 OpenAI by default means responses")
    void w3_openAi_meansResponses() {
        ModelArguments.Format openai = ModelArguments.Format.openai;
        try (var service = openai.asking(null, false).apiKey(KEY).build();
                var elsewhere = openai.asking("m", true).apiKey(KEY).build()) {
            assertThat(service).isInstanceOf(OpenAiResponses.class);
            assertThat(elsewhere).isInstanceOf(OpenAiChat.class);
        }
    }

    @Test
    @DisplayName("W3 chat completions at OpenAI need a named model")
    void w3_chatCompletionsAtOpenAi_needAModel() {
        assertThatThrownBy(() -> ModelArguments.Format.chat.asking(null, false))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("--model");
        assertThatThrownBy(() -> OpenAiChat.builder().apiKey(KEY).build())
                .isInstanceOfSatisfying(
                        AiException.class,
                        failed -> assertThat(failed.error().code()).isEqualTo("no-model"));
        assertThatCode(() -> OpenAiChat.builder()
                        .baseUrl("http://localhost:11434/v1")
                        .build()
                        .close())
                .doesNotThrowAnyException();
    }

    @Test
    void w26_refresh_updatesAFile() throws IOException {
        Path file = folder.resolve("models.json");
        Files.writeString(
                file,
                "{\"format\":\"plumbline-models/1\",\"models\":[{\"id\":\"openai:a\",\"rank\":3},"
                        + "{\"id\":\"openai:gone\"},{\"id\":\"other:x\"}]}");
        try (ScriptedServer server = ScriptedServer.openAiChat()) {
            server.answers(
                    ServerResponse.json("{\"data\":[{\"id\":\"a\",\"shutdown_date\":\"2026-12-11\"},{\"id\":\"b\"}]}"));
            assertThat(run("models", "--base-url", server.address().toString(), "--refresh", file.toString()))
                    .isZero();
        }
        assertThat(Json.parse(Files.readAllBytes(file)).get("models"))
                .isEqualTo(
                        Json.parse(
                                "[{\"id\":\"openai:a\",\"rank\":3,\"deprecated\":true,\"shutdown\":\"2026-12-11\"},"
                                        + "{\"id\":\"openai:gone\",\"deprecated\":true},{\"id\":\"other:x\"},{\"id\":\"openai:b\"}]"));
        assertThat(out.toString()).contains("2 models");
    }
}
