package dev.plumbline.integration.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.json.Json;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.ui.HostApplication;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The part of docs/streaming.md that is no whole program; ToolkitsTest and ReadmeDocTest run the others. */
@Timeout(120)
class StreamingDocTest {
    @Test
    @DisplayName("N22 a program can give the model what the user has read of a stopped answer")
    void n22_stoppedText_isAFactIfTheProgramSaysSo() throws Exception {
        ScriptedProvider model = ScriptedProvider.create()
                .blocksUntilCancelled("The wall is ")
                .says("Five metres.")
                .says("Yes.");
        ExecutorService ui = Executors.newSingleThreadExecutor();
        try (AiRuntime ai = AiRuntime.builder()
                        .addProvider(model)
                        .host(HostApplication.of(ui, () -> false))
                        .build();
                ConversationSession session =
                        StreamingExamples.open(ai, AiBody.builder().build())) {
            CountDownLatch text = new CountDownLatch(1);
            session.observe(new ConversationObserver() {
                @Override
                public void onText(String piece) {
                    text.countDown();
                }
            });
            CompletableFuture<AiReturn> first = session.sendAsync("How long is it?");
            assertThat(text.await(1, TimeUnit.MINUTES)).isTrue();
            assertThat(session.cancel("stop")).isTrue();
            assertThat(first.get(1, TimeUnit.MINUTES).status()).isEqualTo(AiReturn.Status.CANCELLED);
            ui.submit(() -> {}).get(1, TimeUnit.MINUTES); // behind the program's view of the end of the turn
            assertThat(session.send("In one sentence, please.").text()).isEqualTo("Five metres.");
            assertThat(facts(model, 1)).contains("The wall is ");
            ui.submit(() -> {}).get(1, TimeUnit.MINUTES);
            assertThat(session.send("Sure?").text()).isEqualTo("Yes.");
            assertThat(model.calls().get(2).facts().orElseThrow().values())
                    .containsEntry("read-before-the-user-stopped", Json.parse("null"));
        } finally {
            ui.shutdownNow();
        }
    }

    private static String facts(ScriptedProvider model, int call) {
        StringBuilder facts = new StringBuilder();
        for (Interaction item : model.calls().get(call).effective()) {
            if (item instanceof Interaction.Context context) {
                context.values().values().forEach(value -> facts.append(value.text()));
            }
        }
        return facts.toString();
    }
}
