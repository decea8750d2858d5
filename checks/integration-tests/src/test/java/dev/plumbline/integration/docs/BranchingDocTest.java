package dev.plumbline.integration.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.call.State.StateKey;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.plugin.Hook;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.tool.AiTool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
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
    @DisplayName("61 5 a title is not stored, and a summary replaces all turns except the newest")
    void n61_5_sideTurns_titleAndShorten() {
        ScriptedProvider model = ScriptedProvider.create()
                .says("Four by three.")
                .says("Oak.")
                .says("A small kitchen")
                .says("One line,\nand another.")
                .says("The kitchen is 4 by 3 metres.");
        try (AiRuntime ai = AiRuntime.of(model)) {
            ConversationSession session = ai.session(AiBody.builder().build());
            session.send("A kitchen.");
            session.send("And the floor?");

            assertThat(BranchingExamples.titled(session, SessionOptions.none())).isEqualTo("A small kitchen");
            assertThat(BranchingExamples.titled(session, SessionOptions.none())).isEqualTo("New conversation");
            assertThat(session.path()).hasSize(4);
            assertThat(BranchingExamples.shortened(session)).isTrue();
            assertThat(session.path())
                    .extracting(ConversationEntry::kind)
                    .containsExactly(Interaction.Kind.SUMMARY, Interaction.Kind.USER, Interaction.Kind.ASSISTANT);
            assertThat(session.tree().leaves()).hasSize(2);
        }
    }

    /** What was asked for so far, kept as state of the branch; and where each turn ended. */
    private static final class Requests implements Hook {
        private static final StateKey<String> ASKED = StateKey.of("asked", StateKey.Scope.BRANCH, "");

        private final Map<String, String> before = new ConcurrentHashMap<>();
        private final List<ConversationTree> trees = new CopyOnWriteArrayList<>();

        @Override
        public Decision<Interaction.User> onTurnStarting(Interaction.User input, Context context) {
            before.put(input.text(), context.state().get(ASKED));
            context.state().update(ASKED, asked -> asked + input.text());
            return Decision.proceed();
        }

        @Override
        public void onTurnFinished(AiReturn ret, Context context) {
            trees.add(context.tree());
        }
    }

    @Test
    @DisplayName("M1 the kitchen ends on the better branch, with the state of that branch")
    void m1_kitchen_endsOnTheBetterBranch() {
        Requests requests = new Requests();
        ScriptedProvider model = ScriptedProvider.create()
                .says("Four by three.")
                .says("Five by three.")
                .says("Fine.")
                .says("Fine.")
                .says("A list.");
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(model)
                .addHook("requests", requests)
                .build()) {
            BranchingExamples.kitchen(ai);
        }
        ConversationTree last = requests.trees.get(requests.trees.size() - 1);
        assertThat(last.heads().keySet()).containsExactly("main", "oak", "tile");
        assertThat(last.head("main").text()).isEqualTo("A list.");
        assertThat(last.leaves()).hasSize(3);
        String five = "A kitchen of 5 by 3 metres, please.";
        assertThat(requests.before)
                .containsEntry(five, "")
                .containsEntry("With an oak floor.", five)
                .containsEntry("With tiles.", five)
                .containsEntry("List what to order.", five + "With tiles.");
    }

    @Test
    void tidied_comparesAndDeletesTheFirstIdea() {
        ScriptedProvider model = ScriptedProvider.create().says("Four.").says("Five.");
        try (AiRuntime ai = AiRuntime.of(model)) {
            ConversationSession session = ai.session(AiBody.builder().build());
            session.send("A kitchen.");
            session.edit(session.path().get(0), "A bigger kitchen.");
            assertThat(BranchingExamples.tidied(session)).isEqualTo("2 entries against 2, and 0 values differ");
            assertThat(session.tree().leaves()).hasSize(1);
            assertThat(session.tree().head("first-idea"))
                    .isEqualTo(session.tree().root());
        }
    }

    @Test
    void planVersions_countAlternativesAndInterject() {
        ScriptedProvider model = ScriptedProvider.create()
                .says("Four.")
                .callsTool("alternatives", Map.of())
                .callsTool("draw", Map.of())
                .says("Drawn, with a door.");
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(model)
                .addTools(new BranchingExamples.PlanVersions(() -> Optional.of("And a door.")))
                .build()) {
            ConversationSession session =
                    ai.session(AiBody.builder().toolFilter("*").build());
            session.send("A kitchen.");
            assertThat(session.edit(session.path().get(0), "A bigger kitchen.").text())
                    .isEqualTo("Drawn, with a door.");
            assertThat(model.calls().get(2).effective()).contains(Interaction.user("And a door."));
            assertThat(session.path().get(2).interactions().get(0).toJson().text())
                    .contains("\"value\":1");
        }
    }

    @Test
    void ofDrawing_isTheSameAfterARestart() {
        AiBody body = AiBody.builder().addSystem("You draw.").build();
        for (int start = 1; start <= 3; start++) {
            try (AiRuntime ai = AiRuntime.builder()
                    .addProvider(ScriptedProvider.create().says("Answer " + start))
                    .journal(folder)
                    .build()) {
                ConversationSession session = BranchingExamples.ofDrawing(ai, body, "house");
                assertThat(session.path()).hasSize(2 * start - 1);
                assertThat(session.send("Question").text()).isEqualTo("Answer " + start);
                assertThatIllegalStateException()
                        .isThrownBy(() -> BranchingExamples.ofDrawing(ai, body, "house"))
                        .withMessageContaining("drawing-house");
                assertThat(ai.stored()).hasSize(1);
            }
        }
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

    /** What the tool takes. */
    public record Wall(Optional<Integer> length) {}

    /** Copies the stored conversations while a tool runs: what a program leaves that ends there. */
    private static void copy(Path from, Path to) {
        try (Stream<Path> files = Files.list(from)) {
            for (Path file :
                    files.filter(name -> name.toString().endsWith(".journal")).toList()) {
                Files.copy(file, to.resolve(file.getFileName()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    @Tag("FF15")
    @DisplayName("F4 an interrupted turn of a fork goes on with the model that wrote the branch")
    void f4_afterRestart_goesOnWithAFork(@TempDir Path left) {
        AiTool draw = AiTool.of("draw", "Draws.", Wall.class, (in, ctx) -> {
            copy(folder, left);
            return "drawn";
        });
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(ScriptedProvider.create("other").says("Yes.").callsTool("draw", Map.of()))
                .addTools(draw)
                .journal(folder)
                .build()) {
            ConversationSession session =
                    ai.session(AiBody.builder().toolFilter("*").build());
            session.send("Can you draw?");
            session.fork("side").send("Draw.");
        }
        ScriptedProvider first = ScriptedProvider.create();
        ScriptedProvider other = ScriptedProvider.create("other").says("It may be drawn.");
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(first)
                .addProvider(other)
                .defaults(SessionOptions.ofModel(new ModelId(first.id(), first.defaultModel())))
                .journal(left)
                .build()) {
            ConversationSession session = ai.resume(ai.stored().get(0).id());
            assertThat(session.interruptedBranches()).containsExactly("side");

            BranchingExamples.goOn(session);

            assertThat(session.interruptedBranches()).isEmpty();
            assertThat(session.tree().head("side").text()).isEqualTo("It may be drawn.");
            assertThat(first.calls()).isEmpty();
        }
    }

    @Test
    @DisplayName("B4 after a restart an open call runs, because the program passes its tools")
    void b4_afterRestart_runsAnOpenCall(@TempDir Path left) {
        AtomicInteger drawn = new AtomicInteger();
        AiTool look = AiTool.of("look", "Looks.", Wall.class, (in, ctx) -> {
            copy(folder, left);
            return "seen";
        });
        AiTool draw = AiTool.of("draw", "Draws.", Wall.class, (in, ctx) -> "drawn " + drawn.incrementAndGet());
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(ScriptedProvider.create()
                        .callsTool("look", Map.of())
                        .callsTool("draw", Map.of())
                        .nextRound()
                        .says("Done."))
                .addTools(look, draw)
                .journal(folder)
                .build()) {
            ai.session(AiBody.builder().toolFilter("*").build()).send("Draw.");
        }
        assertThat(drawn).hasValue(1);

        BranchingExamples.afterRestart(ScriptedProvider.create().says("Drawn."), left, look, draw);

        assertThat(drawn).hasValue(2); // it had not begun when the program ended
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(ScriptedProvider.create())
                .journal(left)
                .build()) {
            assertThat(ai.tree(ai.stored().get(0).id()).head("main").text()).isEqualTo("Drawn.");
            assertThat(ai.unreadable()).isEmpty();
        }
    }

    @Test
    @DisplayName("C8 a document that is older than its conversation is sent as it is")
    void c8_olderDocument_isSentAsItIs() {
        List<String> walls = new ArrayList<>(List.of("w1", "w2"));
        String id;
        try (AiRuntime ai =
                BranchingExamples.withTheWalls(ScriptedProvider.create().says("Two walls."), folder, () -> walls)) {
            ConversationSession session =
                    ai.session(AiBody.builder().contextFilter("*").build());
            session.send("How many?");
            id = session.id();
        }
        walls.remove("w2"); // it was never saved
        ScriptedProvider later = ScriptedProvider.create().says("One.");
        try (AiRuntime ai = BranchingExamples.withTheWalls(later, folder, () -> walls)) {
            assertThat(ai.resume(id).send("And now?").isOk()).isTrue();
        }
        assertThat(later.calls().get(0).effective().stream()
                        .filter(Interaction.Context.class::isInstance)
                        .map(fact -> fact.toJson().text()))
                .last()
                .asString()
                .contains("w1")
                .doesNotContain("w2");
    }

    @Test
    @DisplayName("D20 messages that wait are sent or withdrawn after a restart, as the user says")
    void d20_askAgain_sendsOrWithdraws() {
        String id;
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(ScriptedProvider.create().blocksUntilCancelled())
                .journal(folder)
                .build()) {
            ConversationSession session = ai.session(
                    AiBody.builder().build(),
                    SessionOptions.builder()
                            .busyAction(SessionOptions.BusyAction.QUEUE)
                            .build());
            session.sendAsync("1");
            session.sendAsync("2");
            session.sendAsync("3");
            id = session.id();
        }
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(ScriptedProvider.create().says("Three."))
                .journal(folder)
                .build()) {
            ConversationSession session = ai.resume(id);
            BranchingExamples.askAgain(session, text -> text.equals("3"));
            assertThat(session.waitingMessages()).isEmpty();
            assertThat(session.head().text()).isEqualTo("Three.");
            assertThat(session.path()).extracting(ConversationEntry::text).doesNotContain("2");
        }
    }
}
