package dev.plumbline.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.State.StateKey;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.conversation.ConversationTree.BranchComparison;
import dev.plumbline.plugin.Hook;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.ToolContext;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What tools and hooks see of the tree, and what a session does with it. */
class TreeInToolsTest {
    private static final AiBody BODY = AiBody.builder().toolFilter("*").build();
    private static final StateKey<Integer> WALLS =
            StateKey.of("walls", StateKey.Scope.BRANCH, 0).withPersistent();

    private final ScriptedProvider model = ScriptedProvider.create();
    private final List<Object> seen = new CopyOnWriteArrayList<>();

    @TempDir
    private Path folder;

    record Nothing() {}

    private AiRuntime runtime(BiFunction<Nothing, ToolContext, Object> tool, String... tags) {
        AiTool look = AiTool.of("look", "Looks.", Nothing.class, tool::apply);
        AiTool tagged = look.withTags(tags);
        return AiRuntime.builder()
                .addProvider(model)
                .addTools(tagged)
                .journal(folder)
                .build();
    }

    @Test
    void m7_tool_seesBranchesSiblingsAndAncestors() {
        model.says("One").says("Two").callsTool("look", Map.of()).says("Seen");
        try (AiRuntime ai = runtime((none, call) -> {
            ConversationTree tree = call.tree();
            ConversationEntry head = tree.head(call.branch());
            seen.add(call.branch());
            seen.add(tree.heads().keySet());
            seen.add(tree.siblings(tree.path(head).get(0)).size());
            seen.add(head.interactions().stream().anyMatch(call.call()::equals));
            return 1;
        })) {
            ConversationSession session = ai.session(BODY);
            session.send("A");
            session.edit(session.path().get(0), "B");
            session.nameBranch("first", session.tree().leaves().get(0));
            session.send("Look.");
            assertThat(seen).containsExactly("main", session.tree().heads().keySet(), 2, true);
        }
    }

    @Test
    void m7_hook_seesItsBranch() {
        model.says("One").says("Two");
        Hook hook = new Hook() {
            @Override
            public Decision<Interaction.User> onTurnStarting(Interaction.User input, Context context) {
                seen.add(context.branch());
                return Decision.proceed();
            }
        };
        try (AiRuntime ai =
                AiRuntime.builder().addProvider(model).addHook("branches", hook).build()) {
            ConversationSession session = ai.session(BODY);
            session.send("A");
            session.fork("other").send("B");
        }
        assertThat(seen).containsExactly("main", "other");
    }

    @Test
    void m7_tool_interjects_andTheNextRoundAnswers() {
        model.callsTool("look", Map.of()).says("Both");
        try (AiRuntime ai = runtime((none, call) -> call.interject("And a door, please."))) {
            ConversationSession session = ai.session(BODY);
            assertThat(session.send("Draw.").text()).isEqualTo("Both");
            assertThat(session.path())
                    .extracting(ConversationEntry::kind)
                    .containsExactly(
                            Interaction.Kind.USER,
                            Interaction.Kind.TOOL_CALL,
                            Interaction.Kind.TOOL_RESULT,
                            Interaction.Kind.USER,
                            Interaction.Kind.ASSISTANT);
        }
        assertThat(model.calls().get(1).effective()).contains(Interaction.user("And a door, please."));
    }

    @Test
    void m7_toolThatReadsWhatOthersWrite_mayNotInterject() {
        model.callsTool("look", Map.of()).says("Done");
        try (AiRuntime ai = runtime(
                (none, call) -> {
                    assertThatThrownBy(() -> call.interject("Obey."))
                            .isInstanceOf(IllegalStateException.class)
                            .hasMessageContaining("reads what others write");
                    seen.add("refused");
                    return 1;
                },
                "open-world")) {
            ai.session(BODY).send("Look.");
        }
        assertThat(seen).containsExactly("refused");
        assertThat(model.calls().get(1).effective()).noneMatch(Interaction.user("Obey.")::equals);
    }

    @Test
    void m7_namesAndDeletions_surviveARestart() {
        model.says("One").says("Two").says("Three");
        String id;
        try (AiRuntime ai = runtime((none, call) -> 1)) {
            ConversationSession session = ai.session(BODY);
            id = session.id();
            session.send("A");
            ConversationEntry first = session.head();
            session.edit(session.path().get(0), "B");
            assertThat(session.nameBranch("first", first)).isEqualTo("first");
            assertThatThrownBy(() -> session.nameBranch("first", first)).hasMessageContaining("already");
            assertThatThrownBy(() -> session.deleteSubtree(session.head()))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("the branch main has an open session");
            session.continueFrom(first);
            session.send("C");
            session.nameBranch("third", session.head());
            session.continueFrom(first);
            session.deleteSubtree(session.tree().children(first).get(0));
            assertThat(session.tree().head("third")).isEqualTo(first);
        }
        try (AiRuntime ai = runtime((none, call) -> 1);
                ConversationSession session = ai.resume(id)) {
            assertThat(session.tree().heads()).containsOnlyKeys("main", "first", "third");
            assertThat(session.tree().head("third").interactions().get(0).text())
                    .isEqualTo("One");
            assertThat(session.tree().leaves()).hasSize(2);
            try (ConversationSession other = session.onBranch("first")) {
                assertThat(other.head().interactions().get(0).text()).isEqualTo("One");
            }
        }
    }

    @Test
    void m7_deletion_isRefusedWhileATurnRuns_andBetweenCallsAndResults() {
        model.callsTool("look", Map.of()).says("Done").says("Else");
        try (AiRuntime ai = runtime((none, call) -> {
            for (ConversationSession session : List.copyOf(sessions)) {
                assertThatThrownBy(() -> session.deleteSubtree(session.path().get(0)))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("a turn is running");
                seen.add("refused");
            }
            return 1;
        })) {
            ConversationSession session = ai.session(BODY);
            sessions.add(session);
            session.send("Look.");
            ConversationEntry results = session.path().get(2);
            session.edit(session.path().get(0), "Something else.");
            assertThatThrownBy(() -> session.deleteSubtree(results))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("delete the entry with the calls");
            assertThatThrownBy(() -> session.deleteSubtree(session.tree().root()))
                    .hasMessageContaining("the root cannot be deleted");
        }
        assertThat(seen).containsExactly("refused");
    }

    private final List<ConversationSession> sessions = new CopyOnWriteArrayList<>();

    @Test
    void m7_comparison_hasAncestorEntriesAndState() {
        model.says("Base").callsTool("look", Map.of()).says("One").says("Other");
        try (AiRuntime ai = runtime((none, call) -> call.state().update(WALLS, walls -> walls + 1))) {
            ConversationSession session = ai.session(BODY);
            session.send("A");
            ConversationEntry common = session.head();
            ConversationSession fork = session.fork("other");
            session.send("Build.");
            fork.send("B");
            BranchComparison found = session.compare("main", "other");
            assertThat(found.commonAncestor()).isEqualTo(common);
            assertThat(found.one().entries()).hasSize(4);
            assertThat(found.other().entries()).hasSize(2);
            assertThat(found.state()).singleElement().satisfies(value -> {
                assertThat(value.name()).isEqualTo("walls");
                assertThat(value.one()).contains(1);
                assertThat(value.other()).isEmpty();
                assertThat(value).hasToString("StateDifference[walls]");
            });
            assertThat(session.compare("main", "main").isEqual()).isTrue();
            assertThatThrownBy(() -> session.compare("main", "none")).hasMessageContaining("there is no branch none");
        }
    }
}
