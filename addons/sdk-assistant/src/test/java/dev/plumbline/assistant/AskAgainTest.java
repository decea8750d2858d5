package dev.plumbline.assistant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.event.AiError;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ScriptedProvider;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** To ask again, and to go on: no effect happens twice, and no change of the document is left behind, without a word. */
class AskAgainTest {
    private static final AiError DROPPED = AiError.of(AiError.Category.TRUNCATED, "dropped", "the connection was lost");

    @Test
    @DisplayName("A2 to ask again takes the changes of the earlier answer back, if the person wants that")
    void a2_askAgain_takesTheChangesBack() {
        ScriptedProvider model =
                WallDesk.draws(ScriptedProvider.create(), "north").says("Drawn.");
        WallDesk.draws(model, "south").says("Drawn otherwise.");
        try (WallDesk desk = new WallDesk(model)) {
            AssistantPanel panel = desk.open();
            desk.send(panel, "draw a wall", "Drawn.");
            WallDesk.choose(panel, "Drawn.", "retry");
            Desk.awaitText(panel.component(), "has changed the document");
            assertThat(desk.walls()).containsExactly("north");
            Desk.press(panel.component(), "prompt-take-back");
            Desk.awaitText(panel.component(), "Drawn otherwise.");
            assertThat(desk.walls()).containsExactly("south");
        }
    }

    @Test
    @DisplayName("A2 to ask again keeps the changes, if the person wants that, or asks nothing at all")
    void a2_askAgain_keepsTheChanges_orIsCancelled() {
        ScriptedProvider model =
                WallDesk.draws(ScriptedProvider.create(), "north").says("Drawn.");
        WallDesk.draws(model, "south").says("Drawn otherwise.");
        try (WallDesk desk = new WallDesk(model)) {
            AssistantPanel panel = desk.open();
            desk.send(panel, "draw a wall", "Drawn.");
            WallDesk.choose(panel, "Drawn.", "retry");
            Desk.press(panel.component(), "prompt-cancel");
            assertThat(WallDesk.asks(panel, "keep")).isFalse();
            assertThat(model.calls()).hasSize(2);
            WallDesk.choose(panel, "Drawn.", "retry");
            Desk.press(panel.component(), "prompt-keep");
            Desk.awaitText(panel.component(), "Drawn otherwise.");
            assertThat(desk.walls()).containsExactly("north", "south");
        }
    }

    @Test
    @DisplayName("A2 what was edited is in the field again, if the person cancels, and is still an edit of its message")
    void a2_edit_isCancelled_andIsInTheFieldAgain() {
        ScriptedProvider model =
                WallDesk.draws(ScriptedProvider.create(), "north").says("Drawn.");
        model.says("Nothing to draw.");
        try (WallDesk desk = new WallDesk(model)) {
            AssistantPanel panel = desk.open();
            desk.send(panel, "draw a wall", "Drawn.");
            WallDesk.choose(panel, "draw a wall", "edit");
            Desk.ui(() -> panel.chat().messageField().setText("draw no wall"));
            Desk.ui(() -> Desk.pressText(panel.component(), "Send"));
            Desk.press(panel.component(), "prompt-cancel");
            assertThat(Desk.onUi(() -> panel.chat().messageField().getText())).isEqualTo("draw no wall");
            Desk.ui(() -> Desk.pressText(panel.component(), "Send"));
            Desk.press(panel.component(), "prompt-take-back");
            Desk.awaitText(panel.component(), "Nothing to draw.");
            assertThat(desk.walls()).isEmpty();
            assertThat(WallDesk.rows(panel)).noneMatch(row -> row.contains("draw a wall"));
        }
    }

    @Test
    @DisplayName("A2 where nothing was changed, nothing is asked: an answer in words, and a tool that only reads")
    void a2_nothingChanged_nothingIsAsked() {
        ScriptedProvider model = ScriptedProvider.create()
                .callsTool("count", Map.of())
                .says("None.")
                .says("Still none.");
        try (WallDesk desk = new WallDesk(model)) {
            AssistantPanel panel = desk.open();
            desk.send(panel, "how many walls?", "None.");
            WallDesk.choose(panel, "None.", "retry");
            Desk.awaitText(panel.component(), "Still none.");
        }
    }

    @Test
    @DisplayName("A2 what the person has changed since is not taken back, and the window says so")
    void a2_changedSince_isNotTakenBack() {
        ScriptedProvider model =
                WallDesk.draws(ScriptedProvider.create(), "north").says("Drawn.");
        try (WallDesk desk = new WallDesk(model)) {
            AssistantPanel panel = desk.open();
            desk.send(panel, "draw a wall", "Drawn.");
            desk.draw("mine");
            WallDesk.choose(panel, "Drawn.", "retry");
            Desk.awaitText(panel.component(), "cannot be taken back here");
            assertThat(WallDesk.asks(panel, "take-back")).isFalse();
            assertThat(WallDesk.asks(panel, "keep")).isTrue();
        }
    }

    @Test
    @DisplayName(
            "S4 after an answer that broke off, Go on keeps what the tools did, and Ask again says what it would repeat")
    void s4_brokenOff_goesOn() {
        ScriptedProvider model = WallDesk.draws(ScriptedProvider.create(), "north")
                .failsAfter("I have dr", DROPPED)
                .says("One wall.");
        try (WallDesk desk = new WallDesk(model)) {
            AssistantPanel panel = desk.open();
            desk.send(panel, "draw a wall", "What arrived is kept");
            WallDesk.choose(panel, "draw a wall", "retry");
            Desk.awaitText(panel.component(), "has changed the document");
            Desk.press(panel.component(), "prompt-cancel");
            WallDesk.choose(panel, "What arrived is kept", "go-on");
            Desk.awaitText(panel.component(), "One wall.");
            assertThat(desk.walls()).containsExactly("north");
            Await.until(() -> !WallDesk.asks(panel, "go-on"), () -> "it can go on, and has its answer");
        }
    }

    @Test
    @DisplayName("S4 the button Go on is there as long as there is something to go on with")
    void s4_goOn_isAButton() {
        ScriptedProvider model = WallDesk.draws(ScriptedProvider.create(), "north")
                .failsAfter("I have dr", DROPPED)
                .says("One wall.");
        try (WallDesk desk = new WallDesk(model)) {
            AssistantPanel panel = desk.open();
            desk.send(panel, "draw a wall", "What arrived is kept");
            Desk.press(panel.component(), "prompt-go-on");
            Desk.awaitText(panel.component(), "One wall.");
            assertThat(desk.walls()).containsExactly("north");
            assertThat(model.calls().get(2).body().interactions().toString()).contains("ToolResult");
        }
    }

    @Test
    @DisplayName("S12 a question that was not answered at all says what to do, and Ask again sends it once more")
    void s12_unanswered_isAskedAgain() {
        ScriptedProvider model = ScriptedProvider.create().says("One.");
        WallDesk.draws(model, "north")
                .says("Drawn.")
                .fails(AiError.Category.TIMEOUT_TOTAL)
                .says("A door.");
        try (WallDesk desk = new WallDesk(model)) {
            AssistantPanel panel = desk.open();
            desk.send(panel, "how are you?", "One.");
            desk.send(panel, "draw a wall", "Drawn.");
            desk.send(panel, "draw a door", "took too long. Try again, or choose a faster model.");
            assertThat(WallDesk.asks(panel, "go-on")).isFalse();
            WallDesk.choose(panel, "took too long", "retry"); // not the question before it
            Desk.awaitText(panel.component(), "A door.");
            assertThat(desk.walls()).containsExactly("north");
            assertThat(WallDesk.rows(panel)).contains("Model: Drawn.");
        }
    }

    @Test
    @DisplayName("S13 a service that says nothing of tokens is not said to have used none")
    void s13_unknownUsage_isNotZero() {
        try (WallDesk desk =
                new WallDesk(ScriptedProvider.create().usage(Usage.NONE).says("A wall."))) {
            AssistantPanel panel = desk.open();
            desk.send(panel, "draw a wall", "A wall.");
            assertThat(Desk.onUi(() -> Desk.texts(panel.component()))).doesNotContain("0 tokens");
        }
    }

    @Test
    @DisplayName("S14 a gateway that gives its own name of the model is not another model at each start")
    void s14_otherNameOfTheModel_isNoChange(@TempDir Path place) {
        ScriptedProvider model = ScriptedProvider.create().says("A wall.").says("A door.");
        try (WallDesk desk = new WallDesk(model)) {
            for (String answer : List.of("A wall.", "A door.")) {
                AssistantPanel panel =
                        desk.open(builder -> builder.conversations(place).provider(() -> new Renaming(model)));
                desk.send(panel, "draw", answer);
                assertThat(Desk.onUi(() -> Desk.texts(panel.component()))).doesNotContain("From now on");
                Desk.onUi(panel::close).join();
            }
        }
    }

    /** Answers under another name than it is asked for. */
    private record Renaming(ScriptedProvider model) implements AiProvider {
        @Override
        public String id() {
            return model.id();
        }

        @Override
        public String defaultModel() {
            return model.defaultModel();
        }

        @Override
        public AiReturn call(AiCall call) {
            return model.call(call).toBuilder()
                    .model(new ModelId(model.id(), "tiny"))
                    .build();
        }
    }

    @Test
    @DisplayName(
            "R26 what was undone before Go on is a fact for the model, by the window's undo and by the host's alike")
    void r26_undoneBeforeGoOn() {
        for (boolean byHost : new boolean[] {false, true}) {
            ScriptedProvider model = WallDesk.draws(ScriptedProvider.create(), "north")
                    .failsAfter("I have dr", DROPPED)
                    .says("None.")
                    .says("Still none.");
            try (WallDesk desk = new WallDesk(model)) {
                AssistantPanel panel = desk.open();
                desk.send(panel, "draw a wall", "What arrived is kept");
                if (byHost) {
                    desk.undo();
                } else {
                    WallDesk.choose(panel, "I have dr", "undo-turn");
                }
                assertThat(desk.walls()).isEmpty();
                Desk.press(panel.component(), "prompt-go-on");
                Desk.awaitText(panel.component(), "None.");
                assertThat(model.calls().get(0).effective().toString()).doesNotContain("undone");
                assertThat(Json.of(model.calls().get(2).effective().stream()
                                        .map(Interaction::toJson)
                                        .toList())
                                .text())
                        .contains("The user has undone", "north");
            }
        }
    }
}
