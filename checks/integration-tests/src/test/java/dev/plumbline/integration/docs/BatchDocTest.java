package dev.plumbline.integration.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.event.Usage;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.provider.Secret;
import dev.plumbline.providers.OpenAiChat;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.runtime.Batch;
import dev.plumbline.testkit.server.OpenAiChatScript;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerRequest;
import dev.plumbline.testkit.server.ServerResponse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The programs of docs/batch.md run. */
class BatchDocTest {
    @TempDir
    private Path folder;

    private final AtomicInteger asked = new AtomicInteger();

    private ServerResponse part(ServerRequest request) {
        assertThat(request.text()).doesNotContain("Meier");
        int number = asked.incrementAndGet();
        return number % 20 == 0
                ? OpenAiChatScript.create().fails(503, "busy").apply(request)
                : OpenAiChatScript.create()
                        .usage(Usage.of(130, 40))
                        .says("{\"name\":\"hinge\",", "\"material\":\"brass\",\"pieces\":4}")
                        .apply(request);
    }

    private static AiProvider provider(ScriptedServer server) {
        return OpenAiChat.builder("gpt-5.4-mini")
                .apiKey(Secret.of("k".toCharArray()))
                .baseUrl(server.address().toString())
                .build();
    }

    @Test
    @DisplayName(
            "F17 the newcomer's job: descriptions, customers that stay here, a limit, a cache, a service that is busy")
    void f17_newcomersJob_isAProgramOfAPage() throws IOException {
        List<String> descriptions = IntStream.range(0, 60)
                .mapToObj(i -> "Part " + i + " of Meier: four brass hinges.")
                .toList();
        Files.copy(Path.of("../../docs/prices.json"), folder.resolve("prices.json"));
        try (ScriptedServer server = ScriptedServer.openAiChat().otherwise(this::part)) {
            Batch.Progress end = BatchExamples.read(provider(server), descriptions, List.of("Meier"), folder);

            assertThat(end.isComplete()).as(end.toString()).isTrue();
            assertThat(end.toString())
                    .startsWith("60 of 60 answered, 10200 tokens, ")
                    .endsWith(" USD");
            int before = asked.get();
            assertThat(BatchExamples.read(provider(server), descriptions, List.of("Meier"), folder)
                            .isComplete())
                    .isTrue();
            assertThat(asked).hasValue(before);
        }
        assertThat(BatchExamples.parts(folder.resolve("parts.jsonl")))
                .hasSize(60)
                .containsOnly(new BatchExamples.Part("hinge", "brass", 4));
    }

    @Test
    @DisplayName("W25 a batch of the service has its program")
    void w25_serviceBatch_isAProgramOfAPage() throws IOException {
        Path bodies = Files.writeString(
                folder.resolve("in.jsonl"), AiBody.of("one").toJson().text() + "\n");
        try (ScriptedServer server = ScriptedServer.openAiChat()
                        .otherwise(request -> ServerResponse.json("{\"error\":{\"message\":\"no\"}}")
                                .withStatus(400));
                AiRuntime ai = AiRuntime.of(provider(server))) {
            Assertions.assertThatThrownBy(() -> BatchExamples.cheaply(ai, bodies, folder.resolve("out.jsonl")))
                    .hasMessageContaining("http-400");
            assertThat(server.requests().get(0).target()).endsWith("/files");
        }
    }
}
