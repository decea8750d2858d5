package dev.plumbline.assistant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.json.Json;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.time.Subscription;
import dev.plumbline.ui.Question;
import dev.plumbline.views.RowMenus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a killed program has left in a conversation is shown, and rows say what ran. */
class LeftFromBeforeTest {
    @TempDir
    private Path place;

    private Path running = Path.of("");
    private Path killed = Path.of("");

    @BeforeEach
    void makeFolders() throws IOException {
        running = Files.createDirectory(place.resolve("running"));
        killed = place.resolve("killed");
    }

    private void kill() {
        try {
            Path unused = GoOnTest.copy(running, killed);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    @DisplayName("A4 a message that was added to a turn is shown after a kill, as waiting, and is read when it goes on")
    void a4_addedMessage_isShownAfterAKill() {
        ScriptedProvider model = ScriptedProvider.create().blocksUntilCancelled("A w");
        try (WallDesk desk = new WallDesk(model)) {
            AssistantPanel first = desk.open(running);
            List<ConversationSession> sessions = new ArrayList<>();
            Subscription unused = Desk.onUi(() -> first.onSession(sessions::add));
            Desk.ui(() -> first.send("draw a wall"));
            Desk.awaitText(first.component(), "A w");
            Desk.ui(() -> first.send("and hurry up"));
            assertThat(sessions.get(0).written().join()).isTrue();
            kill();
            Desk.onUi(first::close).join();
            AssistantPanel second = desk.open(killed);
            Desk.awaitText(second.component(), "and hurry up");
            assertThat(WallDesk.rows(second)).contains("You (waiting): and hurry up");
            model.says("Quickly.");
            Desk.press(second.component(), "prompt-go-on");
            Desk.awaitText(second.component(), "Quickly.");
            assertThat(WallDesk.rows(second))
                    .contains("You: and hurry up")
                    .doesNotContain("You (waiting): and hurry up");
        }
    }

    @Test
    @DisplayName("A4 A2 a message that was added is not lost when the question before it is asked again")
    void a4_addedMessage_isNotLostByAskAgain() {
        ScriptedProvider model = ScriptedProvider.create().blocksUntilCancelled("A w");
        try (WallDesk desk = new WallDesk(model)) {
            AssistantPanel first = desk.open(running);
            List<ConversationSession> sessions = new ArrayList<>();
            Subscription unused = Desk.onUi(() -> first.onSession(sessions::add));
            Desk.ui(() -> first.send("draw a wall"));
            Desk.awaitText(first.component(), "A w");
            Desk.ui(() -> first.send("and hurry up"));
            assertThat(sessions.get(0).written().join()).isTrue();
            kill();
            Desk.onUi(first::close).join();
            AssistantPanel second = desk.open(killed);
            Desk.awaitText(second.component(), "and hurry up");
            model.says("A wall.");
            WallDesk.choose(second, "draw a wall", "retry");
            Desk.awaitText(second.component(), "A wall.");
            WallDesk.awaitIdle(second);
            assertThat(Desk.onUi(() -> second.chat().messageField().getText())).isEqualTo("and hurry up");
        }
    }

    @Test
    @DisplayName("C5 a turn that goes on after a restart can be undone from its question, too")
    void c5_continuedTurn_isUndoneFromItsQuestion() {
        ScriptedProvider model = ScriptedProvider.create().blocksUntilCancelled("A w");
        try (WallDesk desk = new WallDesk(model)) {
            AssistantPanel first = desk.open(running);
            Desk.ui(() -> first.send("please draw"));
            Desk.awaitText(first.component(), "A w");
            kill();
            Desk.onUi(first::close).join();
            AssistantPanel second = desk.open(killed);
            WallDesk.draws(model, "north").says("Drawn.");
            Desk.press(second.component(), "prompt-go-on");
            Desk.awaitText(second.component(), "Drawn.");
            WallDesk.awaitIdle(second);
            WallDesk.choose(second, "please draw", "undo-turn");
            assertThat(desk.walls()).isEmpty();
        }
    }

    @Test
    @DisplayName("C6 C5 a call that had begun when the program was killed says that it may have had its effect")
    void c6_begunCall_saysSo() {
        ScriptedProvider model = WallDesk.draws(
                WallDesk.draws(ScriptedProvider.create(), "north").nextRound(), "south");
        model.says("Drawn.");
        try (WallDesk desk = new WallDesk(model)) {
            AssistantPanel first = desk.open(running);
            desk.whileDrawing = () -> {
                if (desk.walls.size() == 2) {
                    kill();
                }
            };
            desk.send(first, "draw two walls", "Drawn.");
            Desk.onUi(first::close).join();
            AssistantPanel second = desk.open(killed);
            Desk.awaitText(second.component(), "it may or may not have had its effect");
            assertThat(WallDesk.label(second, "✓ draw", "undo-turn"))
                    .hasValueSatisfying(label -> assertThat(label).contains("An earlier run of the program did this"));
            WallDesk.choose(second, "draw two walls", "retry");
            Desk.awaitText(second.component(), "Tools have done something since this question: draw.");
            Desk.awaitText(second.component(), "Nobody knows whether this was done: draw.");
        }
    }

    @Test
    @DisplayName("A3 B1 a handler of the plug-in is called, and the row of a call that it has edited says what ran")
    void a3_editedCall_showsWhatRan() {
        ScriptedProvider model = ScriptedProvider.create()
                .callsTool("erase", Map.of("name", "north"))
                .says("Erased.");
        try (WallDesk desk = new WallDesk(model)) {
            desk.draw("north");
            desk.draw("south");
            AssistantPanel panel =
                    desk.open(builder -> builder.runtime(ai -> ai.questionHandler(LeftFromBeforeTest::southInstead)));
            desk.send(panel, "erase the wall in the north", "Erased.");
            assertThat(desk.walls()).containsExactly("north");
            int row = WallDesk.row(panel, "erase (changed by you)");
            assertThat(Desk.onUi(() -> RowMenus.details(panel.chat(), row))).contains("name: south");
        }
    }

    private static void southInstead(Question question) {
        question.opened().answer(question.options().get(0), Json.object().with("name", "south"));
    }

    @Test
    @DisplayName("B1 the plug-in has the conversation that is open, and each one that is opened after it")
    void b1_onSession_hasEachConversation() {
        ScriptedProvider model = ScriptedProvider.create().says("A wall.");
        try (WallDesk desk = new WallDesk(model)) {
            AssistantPanel panel = desk.open();
            List<String> ids = new ArrayList<>();
            Subscription users = Desk.onUi(() -> panel.onSession(session -> ids.add(session.id())));
            desk.send(panel, "draw a wall", "A wall.");
            assertThat(ids).hasSize(1);
            Desk.press(panel.component(), "assistant-new");
            Await.until(() -> Desk.onUi(ids::size) == 2, () -> "there is no other conversation: " + ids);
            assertThat(ids).doesNotHaveDuplicates();
            Desk.ui(users::close);
        }
    }
}
