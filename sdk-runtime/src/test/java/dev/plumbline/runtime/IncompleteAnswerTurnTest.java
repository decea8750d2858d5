package dev.plumbline.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiReturn;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.event.AiError;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.provider.Secret;
import dev.plumbline.providers.OpenAiChat;
import dev.plumbline.providers.OpenAiResponses;
import dev.plumbline.providers.ProviderBuilder;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerResponse;
import dev.plumbline.tool.AiTool;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Answers that are not whole, in a conversation: they end the turn, and none of their calls runs. */
class IncompleteAnswerTurnTest {
    private final ScriptedServer server = ScriptedServer.onPort(0);
    private final AtomicInteger runs = new AtomicInteger();

    /** The input of a tool that needs none. */
    record Nothing() {}

    @AfterEach
    void closeServer() {
        server.close();
    }

    private void ends(ProviderBuilder<?> builder, String body, AiError.Category category) {
        server.answers(ServerResponse.json(body));
        AiTool tool = AiTool.of("delete_all", "Deletes.", Nothing.class, (in, context) -> runs.incrementAndGet());
        try (AiProvider provider = builder.id("p")
                        .apiKey(Secret.of(new char[] {'k'}))
                        .baseUrl(server.address().toString())
                        .streaming(false)
                        .build();
                AiRuntime ai =
                        AiRuntime.builder().addProvider(provider).addTools(tool).build();
                ConversationSession session = ai.session(
                        AiBody.builder().addUser("Go.").toolFilter("*").build())) {
            AiReturn ret = session.runToStableResult();
            assertThat(ret.error()).map(AiError::category).contains(category);
            assertThat(ret.partialText()).isEqualTo("Half");
            assertThat(session.path())
                    .last()
                    .extracting(ConversationEntry::status)
                    .isEqualTo(ConversationEntry.Status.FAILED);
            assertThat(runs).hasValue(0);
        }
    }

    @Test
    @Tag("W8")
    @DisplayName("W8 a choice that failed ends the turn with its error, and its calls do not run")
    void failedChoice_endsTheTurn() {
        ends(
                OpenAiChat.builder("m"),
                "{\"choices\":[{\"index\":0,\"message\":{\"content\":\"Half\",\"tool_calls\":[{\"id\":\"c1\",\"type\":\"function\","
                        + "\"function\":{\"name\":\"delete_all\",\"arguments\":\"{}\"}}]},\"finish_reason\":\"error\","
                        + "\"error\":{\"code\":502,\"message\":\"upstream died\"}}]}",
                AiError.Category.SERVER);
    }

    @Test
    @Tag("W8")
    @DisplayName("W8 a response that is not complete ends the turn, and its calls do not run")
    void unfinishedResponse_endsTheTurn() {
        ends(
                OpenAiResponses.builder("m"),
                "{\"status\":\"in_progress\",\"output\":[{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":"
                        + "\"Half\"}]},{\"type\":\"function_call\",\"id\":\"f1\",\"call_id\":\"c1\",\"name\":\"delete_all\","
                        + "\"arguments\":\"{}\"}]}",
                AiError.Category.TRUNCATED);
    }
}
