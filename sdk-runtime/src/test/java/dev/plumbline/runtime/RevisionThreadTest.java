package dev.plumbline.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiReturn;
import dev.plumbline.policy.ContextSource;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.tool.ThreadAffinity;
import dev.plumbline.tool.Tool;
import dev.plumbline.tools.ApprovalRules;
import dev.plumbline.ui.HostApplication;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The revision of a document that an approval is bound to is read where the document is read. */
class RevisionThreadTest {
    private final ExecutorService uiThread = Executors.newSingleThreadExecutor(task -> new Thread(task, "ui"));
    private final List<Boolean> readOnUi = new CopyOnWriteArrayList<>();
    private final CountDownLatch busy = new CountDownLatch(1);
    private final AtomicInteger reads = new AtomicInteger();

    @AfterEach
    void end() {
        busy.countDown();
        uiThread.shutdown();
    }

    static final class Nodes {
        @Tool(value = "Deletes a node.", destructive = true, affinity = ThreadAffinity.POOL)
        boolean delete(String id) {
            return !id.isEmpty();
        }
    }

    private static boolean isUiThread() {
        return Thread.currentThread().getName().equals("ui");
    }

    private AiRuntime runtime(ScriptedProvider model, ContextSource document) {
        return AiRuntime.builder()
                .addProvider(model)
                .host(HostApplication.of(uiThread, RevisionThreadTest::isUiThread))
                .addTools(new Nodes())
                .addContext(document)
                .approvals(ApprovalRules.builder()
                        .allow("*")
                        .ask("#destructive")
                        .validWhileUnchanged("document")
                        .build())
                .questionHandler(question -> question.answer(question.options().get(0)))
                .build();
    }

    @ParameterizedTest
    @EnumSource(ThreadAffinity.class)
    @DisplayName("N11 the revision for an approval is read on the UI thread, unless its source is for the pool")
    void n11_revision_isReadOnTheThreadOfItsSource(ThreadAffinity affinity) {
        ScriptedProvider model = ScriptedProvider.create()
                .callsTool("delete", Map.of("id", "n1"))
                .nextRound()
                .says("Deleted.");
        ContextSource document = ContextSource.document(() -> "map", () -> {
                    readOnUi.add(isUiThread());
                    return "1";
                })
                .withAffinity(affinity);
        try (AiRuntime ai = runtime(model, document)) {
            assertThat(ai.session(AiBody.builder().build()).send("Delete it.").text())
                    .isEqualTo("Deleted.");
        }
        assertThat(readOnUi).hasSizeGreaterThan(2).containsOnly(affinity != ThreadAffinity.POOL);
    }

    @Test
    @DisplayName("N11 a turn that waits for the revision ends when it is cancelled, though the UI thread is busy")
    void n11_waitForTheRevision_endsWithTheTurn() {
        ScriptedProvider model = ScriptedProvider.create().callsTool("delete", Map.of("id", "n1"));
        CompletableFuture<AiReturn> turn = new CompletableFuture<>();
        CountDownLatch waits = new CountDownLatch(1);
        ContextSource document = ContextSource.document(() -> "map", () -> {
                    if (reads.incrementAndGet() > 1) { // the first one is for the call
                        waits.countDown();
                        Await.until(() -> busy.getCount() == 0, () -> "the UI thread is busy");
                    }
                    return "1";
                })
                .withTimeout(Duration.ofHours(1));
        AiRuntime ai = runtime(model, document);
        try (ai) {
            ConversationSession session = ai.session(AiBody.builder().build());
            session.sendAsync("Delete it.").thenAccept(turn::complete);
            Await.until(() -> waits.getCount() == 0, () -> "the revision is not read");
            session.cancel("stopped by the user");
            assertThat(turn.join().status()).isEqualTo(AiReturn.Status.CANCELLED);
        }
        assertThat(ai.closed().join().isClean())
                .as("no thread waits for the UI thread")
                .isTrue();
    }
}
