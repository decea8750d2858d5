package dev.plumbline.integration.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.testkit.ScriptedProvider;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BranchingDocTest {

    @TempDir
    private Path folder;

    @Test
    void movedPath_isTheSameConversationElsewhere() {
        ScriptedProvider model = ScriptedProvider.create().says("Four by three.");
        ScriptedProvider elsewhere = ScriptedProvider.create().says("Oak.");
        try (AiRuntime ai = AiRuntime.of(model);
                AiRuntime other = AiRuntime.of(elsewhere)) {
            ConversationSession session = ai.session(AiBody.builder().build());
            session.send("A kitchen.");
            ConversationSession moved = BranchingExamples.movedTo(other, session);
            assertThat(moved.body().fingerprint()).isEqualTo(session.body().fingerprint());
            assertThat(moved.path()).hasSameSizeAs(session.path());
            assertThat(moved.send("And the floor?").text()).isEqualTo("Oak.");
            assertThat(session.path()).hasSize(2);
        }
    }

    @Test
    void kitchen_endsOnTheBetterBranch() {
        List<ConversationTree> trees = new ArrayList<>();
        ScriptedProvider model = ScriptedProvider.create()
                .says("Four by three.")
                .says("Five by three.")
                .says("Fine.")
                .says("Fine.")
                .says("A list.");
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(model)
                .addHook("watch", new dev.plumbline.plugin.Hook() {
                    @Override
                    public void onTurnFinished(dev.plumbline.call.AiReturn ret, Context context) {
                        trees.add(context.tree());
                    }
                })
                .build()) {
            BranchingExamples.kitchen(ai);
        }
        ConversationTree last = trees.get(trees.size() - 1);
        assertThat(last.heads().keySet()).containsExactly("main", "oak", "tile");
        assertThat(last.head("main").text()).isEqualTo("A list.");
        assertThat(last.leaves()).hasSize(3);
    }

    @Test
    void afterRestart_goesOnWithWhatWasInterrupted() {
        String id;
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(ScriptedProvider.create().says("Yes."))
                .journal(folder)
                .build()) {
            ConversationSession session = ai.session(AiBody.of("Hello?"));
            session.runToStableResult();
            id = session.id();
            assertThat(ai.stored()).extracting(stored -> stored.id()).containsExactly(id);
        }
        ScriptedProvider silent = ScriptedProvider.create();
        BranchingExamples.afterRestart(silent, folder);
        assertThat(silent.calls()).isEmpty();
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(ScriptedProvider.create().says("Still."))
                .journal(folder)
                .build()) {
            ConversationSession session = ai.resume(id);
            assertThat(session.send("And now?").text()).isEqualTo("Still.");
            assertThat(session.body().interactions()).hasSize(4);
        }
    }
}
