package dev.plumbline.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.tool.Tool;
import dev.plumbline.tool.internal.ClientRedaction;
import dev.plumbline.tools.ApprovalRules;
import dev.plumbline.views.ViewRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LiveConversationTest {
    @TempDir
    private Path folder;

    private static final class Tools {
        final CountDownLatch begun = new CountDownLatch(1);
        final CountDownLatch ends = new CountDownLatch(1);

        @Tool("Moves a wall.")
        String move() throws InterruptedException {
            begun.countDown();
            ends.await();
            return "moved";
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> all = Files.walk(from)) {
            for (Path each : all.toList()) {
                Files.copy(each, to.resolve(from.relativize(each)));
            }
        }
    }

    @Test
    @DisplayName("C6 A4 the page shows what an earlier program has left: a call that had begun, and messages that wait")
    void c6_a4_whatWasLeft_isShown() throws Exception {
        Tools tools = new Tools();
        ScriptedProvider model =
                ScriptedProvider.create().callsTool("move", Map.of()).says("Moved.");
        String id;
        try (AiRuntime ai = AiRuntime.builder()
                        .addProvider(model)
                        .addTools(tools)
                        .approvals(ApprovalRules.builder().allow("*").build())
                        .journal(folder.resolve("first"))
                        .build();
                ConversationSession session =
                        ai.session(AiBody.builder().toolFilter("*").build())) {
            id = session.id();
            CompletableFuture<?> turn = session.sendAsync("Move it.");
            tools.begun.await();
            assertThat(session.interject("In red!")).isTrue();
            copy(folder.resolve("first"), folder.resolve("second")); // as after a crash
            tools.ends.countDown();
            turn.join();
        }
        try (AiRuntime ai = AiRuntime.builder()
                        .addProvider(ScriptedProvider.create())
                        .journal(folder.resolve("second"))
                        .build();
                LiveConversation live = LiveConversation.of(ai.resume(id), true, ClientRedaction.NONE)) {
            List<ViewRow> rows = new ArrayList<>();
            live.read(rows::addAll);
            assertThat(rows).hasSize(3);
            assertThat(((ViewRow.ToolCallRow) rows.get(1)).status()).isEqualTo(ViewRow.ToolCallRow.Status.FAILED);
            assertThat(((ViewRow.UserMessage) rows.get(2)).status()).isEqualTo(ViewRow.UserMessage.Status.WAITING);
        }
    }
}
